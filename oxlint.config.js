import { readdirSync } from 'node:fs';

/** Rules outside oxlint's category `correctness`. */
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

const ADJUSTED = {
  'import/no-duplicates': ['error', { 'prefer-inline': true }],
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/no-extraneous-class': ['error', { allowWithDecorator: true }],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  // Our code calls sort() without a comparison function where it is right to sort by text.
  'typescript/require-array-sort-compare': 'off',
  // This rule would demand `<output>`, which is for results of forms, in place of `role="status"`.
  'jsx-a11y/prefer-tag-over-role': 'off',
  // Tab must reach tab panels and elements that scroll. The drawing of a pyramid reacts to clicks and keys.
  'jsx-a11y/click-events-have-key-events': 'off',
  'jsx-a11y/no-noninteractive-tabindex': 'off',
  'jsx-a11y/no-noninteractive-element-interactions': 'off',
};

const BELOW_FEATURES = [
  ['shared'],
  ['core'],
  ['database'],
  ['wallet'],
  ['points'],
  ['http'],
  ['metrics'],
  ['backup'],
  ['transparency-log'],
  ['session'],
  ['referral'],
  ['sign-in'],
  ['moderation'],
];

const ABOVE_FEATURES = [
  ['referral-stats'],
  ['site'],
  ['card'],
  ['verify'],
  ['doctor'],
  ['operator'],
  ['ops'],
];

/**
 * The folders of the back end, lowest layer first. A folder may import from lower layers, but not from other folders of
 * its own layer.
 */
const BACKEND_LAYERS = [
  ...BELOW_FEATURES,
  readdirSync('backend/src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => ![...BELOW_FEATURES, ...ABOVE_FEATURES].flat().includes(name)),
  ...ABOVE_FEATURES,
];

/** The folders of the front end, lowest layer first. */
const FRONTEND_LAYERS = [
  ['lib'],
  ['config'],
  ['components'],
  ['features/toast'],
  ['features/levels', 'features/education', 'features/floating-emojis'],
  [
    'features/rug-meter',
    'features/pyramid-bot',
    'features/leaderboard',
    'features/pyramid',
    'features/report',
  ],
  ['features/share', 'features/card'],
  ['features/referral'],
  ['features/session', 'features/proof'],
  ['features/wallet'],
  ['features/site'],
  ['routes'],
  ['boot'],
];

const SHARED_WITH_BROWSER = {
  group: ['@backend/**', '!@backend/shared/**'],
  allowTypeImports: true,
  message: 'the browser may import only types and `shared` from the back end',
};

/** @param {string} folder as in the lists above */
function inFolder(folder) {
  return `**/${folder.split('/').at(-1)}/**`;
}

/**
 * Returns overrides that enforce the layers.
 *
 * @param {string} root folder that contains the layers
 * @param {string[][]} layers lowest first
 * @param {object[]} [more] further patterns of imports to reject
 */
function layerRules(root, layers, more = []) {
  return layers.slice(0, -1).flatMap((layer, index) =>
    layer.map((folder) => {
      const others = layers
        .slice(index)
        .flat()
        .filter((name) => name !== folder);
      const upward = {
        group: [...others.map(inFolder), '!@backend/**'],
        message: `${folder} may import only from folders below it: see the layers in oxlint.config.js`,
      };
      return {
        files: [`${root}/${folder}/**`],
        rules: forbidImports(...more, upward),
      };
    }),
  );
}

/** @param {object[]} patterns of imports */
function forbidImports(...patterns) {
  return { 'no-restricted-imports': ['error', { patterns }] };
}

export default {
  plugins: ['typescript', 'import', 'react', 'jsx-a11y'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**', 'coverage/**'],
  rules: { ...Object.fromEntries(STRICT.map((rule) => [rule, 'error'])), ...ADJUSTED },
  overrides: [
    ...layerRules('backend/src', BACKEND_LAYERS),
    {
      files: ['backend/src/database/**'],
      rules: forbidImports({
        group: [
          ...BACKEND_LAYERS.slice(2).flat().map(inFolder),
          '**/settings.js',
          '**/open-database.js',
        ],
        message: 'the database does not import features: pass their entities and statements to it',
      }),
    },
    {
      files: ['backend/src/database/migrations/{[0-9]*,index}.ts'],
      rules: forbidImports({
        group: ['../**'],
        message: 'a released migration must not depend on code that changes: write its SQL in full',
      }),
    },
    {
      files: ['frontend/**'],
      rules: {
        ...forbidImports(SHARED_WITH_BROWSER),
        // Hooks and contexts return functions that do not use `this`.
        'typescript/unbound-method': 'off',
      },
    },
    ...layerRules('frontend/src', FRONTEND_LAYERS, [SHARED_WITH_BROWSER]),
    {
      // These tests and their helpers use both the front end and the back end.
      files: ['frontend/test/**'],
      rules: { 'no-restricted-imports': 'off' },
    },
    {
      // The first parameter of a fixture is a pattern that names its dependencies, and may be empty. The second is
      // called `use`, and is no hook.
      files: ['e2e/specs/**/test.ts'],
      rules: { 'no-empty-pattern': 'off', 'react/rules-of-hooks': 'off' },
    },
    {
      // JavaScript has types only in comments.
      files: ['**/*.js', 'deploy/*.mjs'],
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
