export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f6f7f9; --card: #fff; --ink: #16202b; --soft: #55616e; --line: #d9dee4;
  --well: #17693a; --wrong: #a8201a; --wrong-paper: #fdecea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11161c; --card: #1a212a; --ink: #e8edf2; --soft: #a3b0bd; --line: #2f3a46;
    --well: #6fd39a; --wrong: #ff9a92; --wrong-paper: #3a1b1a;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 3rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
header, section { margin-bottom: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin-bottom: .5rem; }
header p, footer { color: var(--soft); font-size: .875rem; }
.verdict { padding: 1rem; border: 1px solid var(--line); border-left: .375rem solid var(--well); border-radius: .375rem; background: var(--card); }
.verdict.wrong { border-left-color: var(--wrong); background: var(--wrong-paper); }
.verdict h2 { color: var(--well); font-size: 1.25rem; margin: 0; }
.verdict.wrong h2, .verdict.wrong h1 { color: var(--wrong); }
.verdict ul { padding-left: 1.25rem; overflow-wrap: anywhere; }
.verdict ul, .verdict p { margin-top: .5rem; }
.verdict ul + ul { color: var(--soft); font-size: .875rem; }
table {
  width: 100%; border: 1px solid var(--line); border-radius: .375rem; border-spacing: 0; background: var(--card);
}
th, td { padding: .5rem 1rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--soft); font-size: .875rem; font-weight: 600; }
td { border-top: 1px solid var(--line); }
th:not(:first-child), .number { white-space: nowrap; }
@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { padding: .5rem 1rem; border-top: 1px solid var(--line); }
  tr:first-child { border-top: 0; }
  td { padding: .125rem 0; border: 0; }
  td:not(:first-child) { display: flex; justify-content: space-between; gap: 1rem; }
  td:not(:first-child)::before { content: attr(data-heading); flex: none; color: var(--soft); font-size: .875rem; }
}
@media print { body { padding: 0; } tr { break-inside: avoid; } }
`;
