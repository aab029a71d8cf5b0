import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

interface Tab {
  readonly label: string;
  readonly panel: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly onSelect?: (index: number) => void;
}

/**
 * Tabs as in the ARIA Authoring Practices: the left and right arrow keys, Home and End move the focus and select a tab.
 */
export function Tabs({ label, tabs, onSelect }: TabsProps) {
  const id = useId();
  const [selected, setSelected] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  function select(index: number): void {
    setSelected(index);
    onSelect?.(index);
  }

  function moveByKey(event: KeyboardEvent): void {
    const targets: Partial<Record<string, number>> = {
      ArrowRight: (selected + 1) % tabs.length,
      ArrowLeft: (selected + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    select(target);
    list.current?.querySelectorAll('button').item(target).focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex flex-wrap gap-x-3 border-b border-line sm:gap-x-10"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${id}tab${index}`}
            aria-controls={`${id}panel${index}`}
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => select(index)}
            onKeyDown={moveByKey}
            className="-mb-px min-h-12 cursor-pointer border-b-2 border-transparent px-1 py-3 leading-tight font-medium text-stone max-sm:text-[0.9375rem] max-xs:text-[0.8125rem] transition hover:text-sand active:text-gold aria-selected:border-gold aria-selected:text-gold-bright forced-colors:not-aria-selected:border-[Canvas]"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map(({ label, panel }, index) => (
        <div
          key={label}
          role="tabpanel"
          id={`${id}panel${index}`}
          aria-labelledby={`${id}tab${index}`}
          tabIndex={0}
          hidden={index !== selected}
          className="relative pt-5 sm:pt-7"
        >
          {panel}
        </div>
      ))}
    </>
  );
}
