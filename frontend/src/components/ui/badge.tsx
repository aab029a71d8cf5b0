import type { VariantProps } from 'class-variance-authority';
import { cva } from 'class-variance-authority';
import type { ComponentProps } from 'react';

const badgeVariants = cva(
  'inline-flex shrink-0 items-center whitespace-nowrap rounded-sm px-2 py-0.5 leading-snug',
  {
    variants: {
      variant: {
        default: 'bg-gold font-medium text-ink',
        outline: 'border border-stone/40 text-sm text-stone',
      },
    },
    defaultVariants: { variant: 'default' },
  },
);

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeVariants>;

export function Badge({ variant, className, ...props }: BadgeProps) {
  return <span className={badgeVariants({ variant, className })} {...props} />;
}
