/** Shows what the clipboard did not take, selected. `what` it is stands in the label, as 'link'. */
export function CopyByHand({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <label className="mt-3 block w-full text-sm text-stone">
      Your browser keeps its clipboard to itself. Copy the {what} from here:
      <input
        readOnly
        value={text}
        ref={(field) => field?.select()}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-2 min-h-12 w-full rounded-md border border-line bg-night px-3 text-base text-sand"
      />
    </label>
  );
}
