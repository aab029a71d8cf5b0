const RECRUITS_EACH = 5;
const LEVELS_SHOWN = [
  { level: 1, remark: 'Your brunch.' },
  { level: 5, remark: 'Your town, mayor included.' },
  { level: 10, remark: 'A mid-sized country. The group chat is lively.' },
  { level: 14, remark: 'Everyone else, including infants and regulators.' },
  { level: 15, remark: 'Requires three further Earths. Talks are ongoing.' },
];

export function AdvancedMath() {
  return (
    <>
      <p className="max-w-[56ch] text-xl leading-snug">
        You recruit five people. Each of them recruits five people. Continue until rich.
      </p>
      <table className="mt-6 w-full border-collapse tabular-nums">
        <caption className="sr-only">New recruits needed at each level, five each</caption>
        <thead>
          <tr className="text-left text-sm text-stone">
            <th scope="col" className="py-2 pr-4 font-normal">
              Level
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              People needed
            </th>
            <th scope="col" className="py-2 font-normal sm:pl-6">
              Due diligence
            </th>
          </tr>
        </thead>
        <tbody>
          {LEVELS_SHOWN.map(({ level, remark }) => (
            <tr key={level} className="border-t border-line align-top">
              <th scope="row" className="py-3 pr-4 text-left font-normal">
                {level}
              </th>
              <td className="py-3 pr-4 text-right text-gold-bright max-sm:text-[0.9375rem]">
                {(RECRUITS_EACH ** level).toLocaleString('en-US')}
              </td>
              <td className="py-3 text-[0.9375rem] leading-snug text-stone sm:pl-6">{remark}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-5 max-w-[56ch]">The pitch deck ends at level 4. This is called focus.</p>
    </>
  );
}
