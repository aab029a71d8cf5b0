import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

export function Tabs(props: ComponentProps<typeof Root>) {
  return <Root {...props} />;
}

export function TabsList({ className, children, ...props }: ComponentProps<typeof List>) {
  return (
    <List asChild {...props}>
      <Unstyled className={cx('flex border-b border-line max-2xs:flex-wrap', className)}>
        {children}
      </Unstyled>
    </List>
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Trigger>) {
  return (
    <Trigger
      className={cx(
        '-mb-px min-h-12 cursor-pointer border-b-2 border-transparent px-1 py-3 leading-tight font-medium text-stone max-sm:text-[0.9375rem] transition hover:text-sand active:text-gold data-[state=active]:border-gold data-[state=active]:text-gold-bright forced-colors:data-[state=inactive]:border-[Canvas]',
        className,
      )}
      {...props}
    />
  );
}

/** Every panel is in the page, so that the text of all of them is there before any code. */
export function TabsContent({ className, children, ...props }: ComponentProps<typeof Content>) {
  return (
    <Content asChild forceMount {...props}>
      <Unstyled className={cx('data-[state=inactive]:hidden', className)}>{children}</Unstyled>
    </Content>
  );
}

/** Refuses the inline style that Radix hands down: the page's security policy allows none in its HTML. */
function Unstyled(props: ComponentProps<'div'>) {
  return <div {...props} style={undefined} />;
}
