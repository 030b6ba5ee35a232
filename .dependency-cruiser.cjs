const tests = '\\.(test|samples)\\.tsx?$'
const frontDoors = ['^server/src/features/[^/]+/[^/]+/index\\.ts$', '^contract/src/index\\.ts$']
/** What knows all features of the contract. */
const listOfFeatures = [
  '^contract/src/index\\.ts$',
  '^contract/src/features\\.gen\\.ts$',
  '^contract/src/event-words\\.ts$',
]
const { layers } = require('./scripts/layers.ts')

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'The contract is what both sides say to each other: it imports zod and itself, and so runs anywhere.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: tests },
      to: { pathNot: ['^contract/src/', 'node_modules/(zod|@lingui/core)/'] },
    },
    {
      name: 'server-knows-no-browser',
      comment: 'Server and web meet in the contract, never in each other.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|e2e|bench)/' },
    },
    {
      name: 'web-knows-no-server',
      comment: 'Server and web meet in the contract, never in each other.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|e2e|bench|scripts)/' },
    },
    {
      name: 'kernel-knows-no-feature',
      comment:
        'A kernel could be lifted into another product: it imports no feature and nothing that composes features.',
      severity: 'error',
      from: { path: '^(contract|server|web)/src/kernel/', pathNot: tests },
      to: { path: '^(contract|server|web)/src/', pathNot: ['/src/kernel/', '^web/src/ui/'] },
    },
    {
      name: 'ui-only-draws',
      comment:
        'The kit has no routes and no data: it imports neither the kernel that calls the server nor anything above it.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/', pathNot: '^web/src/ui/' },
    },
    {
      name: 'shared-knows-no-feature',
      comment: 'What several web features need stands below them: it imports kernel, ui and the contract.',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: '^web/src/', pathNot: '^web/src/(kernel|ui|shared)/' },
    },
    {
      name: 'front-doors',
      comment:
        "On the server a feature reaches another only through that feature's index.ts, which shows what it offers.",
      severity: 'error',
      from: { path: '^server/src/features/([^/]+/[^/]+)/' },
      to: {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', frontDoors[0]],
      },
    },
    ...layers.slice(0, -1).map((area, at) => ({
      name: `${area}-knows-no-higher-area`,
      comment:
        `Areas build on each other in this order: ${layers.join(', ')}. What a lower one needs of a higher one is a ` +
        'port it declares. Error lists are one vocabulary: the same refusal has the same code everywhere.',
      severity: 'error',
      from: { path: `^(contract|server)/src/features/${area}/`, pathNot: tests },
      to: { path: `^(contract|server)/src/features/(${layers.slice(at + 1).join('|')})/`, pathNot: '\\.errors\\.ts$' },
    })),
    ...layers.slice(0, -1).map((area, at) => ({
      name: `web-${area}-knows-no-higher-area`,
      comment:
        'Features of the web build on each other in the same order. What a lower one shows of a higher one is composed in ' +
        'an entry, or a port that an entry fills (web/src/app/explanations.ts). Calls know no layers: a screen may make any.',
      severity: 'error',
      from: { path: `^web/src/features/${area}/`, pathNot: tests },
      to: { path: `^web/src/features/(${layers.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'catalogue-handed-down',
      comment:
        'What all features add to the contract is a value that composition roots hand down (server/src/features.ts). A ' +
        'feature that imports the list loads every other one, and could never stand outside of this repository. Types ' +
        'load nothing.',
      severity: 'error',
      from: {
        path: ['^contract/src/(kernel|features)/', '^server/src/[^/]+/'],
        pathNot: [tests, '^server/src/seed/'],
      },
      to: { path: listOfFeatures, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-knows-words-alone',
      comment:
        'Browsers load the contracts of the pages they show. Of all features they know the display names (event-words.ts).',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: ['^contract/src/index\\.ts$', '^contract/src/features\\.gen\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-features-do-not-compose',
      comment:
        'Features are put together above them (features.ts, app.ts, main.ts); tests go through HTTP by the harness.',
      severity: 'error',
      from: { path: '^server/src/features/' },
      to: { path: '^server/src/[^/]+\\.ts$' },
    },
    {
      name: 'web-front-doors',
      comment:
        "On the web a feature reaches another only through the files of that feature's folder public: a single index.ts " +
        'would load everything where one part is used.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+/[^/]+)/' },
      to: {
        path: '^web/src/features/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/[^/]+/[^/]+/public/'],
      },
    },
    {
      name: 'web-features-do-not-compose',
      comment: 'Entries put features together: what a feature needs of an entry is a port, or a property.',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(app|portal)/' },
    },
    {
      name: 'entries-apart',
      comment:
        'The console (app) and the portal compose the same features, and neither loads the other: what both need of the frame stands in shared/entry.',
      severity: 'error',
      from: { path: '^web/src/(app|portal)/' },
      to: { path: '^web/src/(app|portal)/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'no-cycles',
      comment: 'Of two files that import each other neither can be understood, or loaded, alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'queue-in-one-place',
      comment: 'pg-boss is known to kernel/jobs only (decision 77).',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/src/kernel/jobs/'] },
      to: { path: ['node_modules/pg-boss/'] },
    },
    {
      name: 'sql-in-repositories',
      comment:
        'Kysely and pg are spoken in kernel/db, kernel/jobs and repositories only. ' +
        'owner-database.ts prepares the database before the kernel serves; server/test makes and clones databases.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '^server/src/kernel/(db|jobs)/',
          '^server/src/features/.+\\.repository\\.ts$',
          '^server/src/owner-database\\.ts$',
          '^server/test/',
        ],
      },
      to: { path: ['node_modules/(kysely|pg)/'] },
    },
    {
      name: 'caches-grow',
      comment:
        'kernel/cache.ts makes caches that grow with their entries; by itself the package reserves all places at once.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/src/kernel/cache\\.ts$' },
      to: { path: 'node_modules/lru-cache/' },
    },
    {
      name: 'services-know-no-http',
      comment: 'A service states rules; it must be callable without a request.',
      severity: 'error',
      from: { path: '\\.(service|repository)\\.ts$' },
      to: { path: 'node_modules/@?fastify' },
    },
    {
      name: 'one-direction-in-a-feature',
      comment: 'A feature calls services, services call repositories; never back.',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '\\.(service|feature)\\.ts$' },
    },
    {
      name: 'services-know-no-feature',
      comment: 'A feature puts its services together; never back.',
      severity: 'error',
      from: { path: '\\.service\\.ts$' },
      to: { path: '\\.feature\\.ts$' },
    },
    {
      name: 'no-barrels',
      comment: 'An index.ts that only passes on costs tree-shaking and cycles; the front doors are the only ones.',
      severity: 'error',
      from: {},
      to: { path: '^[^/]+/(src/)?.*/?index\\.tsx?$', pathNot: [...frontDoors, 'node_modules'] },
    },
    {
      name: 'kit-behind-ui',
      comment: 'Ant Design is used inside web/src/ui only, so that it can be patched or replaced in one place.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/src/ui/' },
      to: { path: 'node_modules/(antd|@ant-design|@rc-component)/' },
    },
    {
      name: 'nothing-from-tests',
      comment: 'Product code never needs a test, and what runs in production never needs the tests to be there.',
      severity: 'error',
      from: { path: '/src/', pathNot: [tests, '^e2e/', '^bench/'] },
      to: { path: [tests, '^server/test/'] },
    },
    {
      name: 'resolvable',
      comment: 'An import that cannot be followed is an arrow that nobody checks.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^[^/]+/dist/', '\\.cache/'] },
    // A type imported from the wrong room ties the rooms together just as well as a value.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.d.ts', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
