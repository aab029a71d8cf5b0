import { Slot } from '@radix-ui/react-slot';
import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

const buttonVariants = cva(
  'inline-flex max-w-full shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md text-center leading-tight font-medium transition select-none active:translate-y-px active:scale-[0.985] disabled:pointer-events-none disabled:opacity-60 aria-disabled:cursor-progress [&_svg]:size-[1.1em] [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default:
          'border border-transparent bg-gold text-ink shadow-gold hover:bg-gold-bright active:bg-gold',
        destructive: 'border border-transparent bg-ember-deep text-sand hover:opacity-90',
        outline: 'border border-gold-deep text-sand hover:border-gold hover:text-gold-bright',
        secondary: 'border border-transparent bg-dune text-sand shadow-raised hover:bg-line',
        ghost: 'border border-transparent text-sand hover:bg-dune',
        link: 'px-0! text-gold underline decoration-gold-deep underline-offset-[0.3em] hover:text-gold-bright hover:decoration-current',
      },
      size: {
        default: 'min-h-12 px-5 py-2',
        sm: 'min-h-11 px-3.5 py-1.5 text-[0.9375rem]',
        lg: 'min-h-14 px-7 py-3 text-lg',
        icon: 'size-11',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Applies the styles to the only child, such as a link, instead of a button. */
    asChild?: boolean;
  };

export function Button({ variant, size, asChild = false, className, type, ...props }: ButtonProps) {
  const classes = buttonVariants({ variant, size, className });
  if (asChild) return <Slot className={classes} {...props} />;
  return <button type={type ?? 'button'} className={classes} {...props} />;
}

interface BusyButtonProps extends ButtonProps {
  /** Text that says what the button waits for; null while the button is enabled. */
  readonly busyWith: string | null;
}

/**
 * A button that ignores clicks while busy, but keeps the focus, unlike a `disabled` button. Its text has an element of
 * its own, because translation tools wrap bare text, and React could then not insert the icon.
 */
export function BusyButton({ busyWith, onClick, children, ...props }: BusyButtonProps) {
  const busy = busyWith !== null;
  return (
    <Button
      {...props}
      aria-busy={busy}
      aria-disabled={busy}
      title={busyWith ?? undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
      <span>{children}</span>
    </Button>
  );
}

interface DoNothingButtonProps extends ButtonProps {
  readonly caption: string;
}

/** A button without an action (docs/product.md, Screens). */
export function DoNothingButton({ caption, ...props }: DoNothingButtonProps) {
  const captionId = useId();
  return (
    <>
      <Button aria-describedby={captionId} {...props} />
      <p id={captionId} className="mt-3 text-[0.9375rem] text-stone">
        {caption}
      </p>
    </>
  );
}
