/** What no category of rules has as a whole, and keeps the types true: the strict set of typescript-eslint. */
const STRICT = [
  'typescript/ban-ts-comment',
  'typescript/no-deprecated',
  'typescript/no-dynamic-delete',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-import-type-side-effects',
  'typescript/no-generated-empty-object-type',
  'typescript/no-invalid-void-type',
  'typescript/no-misused-promises',
  'typescript/no-mixed-enums',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-assertion',
  'typescript/no-require-imports',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-condition',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-enum-assignment',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/only-throw-error',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-return-this-type',
  'typescript/related-getter-setter-pairs',
  'typescript/require-await',
  'typescript/restrict-plus-operands',
  'typescript/return-await',
  'typescript/unified-signatures',
  'typescript/use-unknown-in-catch-callback-variable',
  'import/no-cycle',
  'react/rules-of-hooks',
  'no-array-constructor',
  'no-case-declarations',
  'no-empty',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-unexpected-multiline',
  'no-useless-constructor',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
];

/** The same, with options. */
const ADJUSTED = {
  'import/no-duplicates': ['error', { 'prefer-inline': true }],
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/no-extraneous-class': ['error', { allowWithDecorator: true }],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  // Only strings are sorted without a comparison.
  'typescript/require-array-sort-compare': 'off',
  // `role="status"` is used outside forms, and drawings that scroll can be focused. axe checks the rendered pages.
  'jsx-a11y/prefer-tag-over-role': 'off',
  // Each stone that a click picks in the drawing of a pyramid is also a link in the table below.
  'jsx-a11y/click-events-have-key-events': 'off',
  'jsx-a11y/no-noninteractive-tabindex': 'off',
  'jsx-a11y/no-noninteractive-element-interactions': 'off',
};

/** The folders of the back end, the lowest first: each may use those before it, and none of those beside it in a list. */
const BACKEND_FLOORS = [
  ['shared'],
  ['core'],
  ['database'],
  ['wallet'],
  ['points'],
  ['http'],
  ['metrics'],
  ['backup'],
  ['session'],
  ['referral'],
  ['sign-in'],
  ['leaderboard', 'rpc', 'health', 'proofs', 'pyramid'],
  ['referral-stats'],
  ['site'],
  ['card'],
  ['operator'],
  ['ops'],
];

/**
 * The folders of the front end in the same way: what is shared, the features, what several of them do together, and the
 * screens.
 */
const FRONTEND_FLOORS = [
  ['lib'],
  ['config'],
  ['components'],
  ['features/toast'],
  ['features/levels', 'features/education', 'features/floating-emojis'],
  ['features/rug-meter', 'features/pyramid-bot', 'features/leaderboard', 'features/pyramid'],
  ['features/share', 'features/card'],
  ['features/referral'],
  ['features/session', 'features/proof'],
  ['features/wallet'],
  ['features/site'],
  ['flows'],
  ['routes'],
  ['boot'],
];

const SHARED_WITH_BROWSER = {
  group: ['@backend/**', '!@backend/shared/**'],
  allowTypeImports: true,
  message: 'the browser shares only types with the back end, and what is in its folder `shared`',
};

/** @param {string} folder as an import names it, from wherever */
function inFolder(folder) {
  return `**/${folder.split('/').at(-1)}/**`;
}

/**
 * @param {string} root of the folders
 * @param {string[][]} floors the lowest first
 * @param {object[]} [more] patterns that hold in every folder
 */
function pointDown(root, floors, more = []) {
  return floors.slice(0, -1).flatMap((floor, index) =>
    floor.map((folder) => {
      const others = floors
        .slice(index)
        .flat()
        .filter((name) => name !== folder);
      const arrows = {
        group: [...others.map(inFolder), '!@backend/**'],
        message: `${folder} is not above what is imported here: arrows between folders point down only, so that each can be read without those above it`,
      };
      return {
        files: [`${root}/${folder}/**`],
        rules: refuse(...more, arrows),
      };
    }),
  );
}

/** @param {object[]} patterns of imports */
function refuse(...patterns) {
  return { 'no-restricted-imports': ['error', { patterns }] };
}

export default {
  plugins: ['typescript', 'import', 'react', 'jsx-a11y'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**', 'coverage/**'],
  rules: { ...Object.fromEntries(STRICT.map((rule) => [rule, 'error'])), ...ADJUSTED },
  overrides: [
    ...pointDown('backend/src', BACKEND_FLOORS),
    {
      files: ['backend/src/database/**'],
      rules: refuse({
        group: [
          ...BACKEND_FLOORS.slice(2).flat().map(inFolder),
          '**/settings.js',
          '**/open-database.js',
        ],
        message:
          'features hand their entities and statements to the database, which knows none of them',
      }),
    },
    {
      files: ['backend/src/database/schema/**'],
      rules: refuse({
        group: ['../**', '!../../game.js'],
        message: 'the schema of a migration stands still, whatever becomes of the code around it',
      }),
    },
    {
      files: ['frontend/**'],
      rules: {
        ...refuse(SHARED_WITH_BROWSER),
        // Hooks and contexts hand out functions, not methods of objects with a `this`.
        'typescript/unbound-method': 'off',
      },
    },
    ...pointDown('frontend/src', FRONTEND_FLOORS, [SHARED_WITH_BROWSER]),
    {
      // The page is checked against the API that the back end documents.
      files: ['frontend/test/**'],
      rules: { 'no-restricted-imports': 'off' },
    },
    {
      // What is not TypeScript has no types to go by but those of its comments, which the compiler checks.
      files: ['**/*.js'],
      rules: Object.fromEntries(
        [...STRICT, ...Object.keys(ADJUSTED), 'typescript/no-floating-promises']
          .filter((rule) => rule.startsWith('typescript/'))
          .map((rule) => [rule, 'off']),
      ),
    },
    {
      files: ['**/*.{test,spec}.{ts,tsx}'],
      rules: { 'typescript/unbound-method': 'off' },
    },
  ],
};
