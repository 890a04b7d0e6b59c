/**
 * The direction of dependence, held by one tool (docs/architecture.md draws it):
 * shared imports nothing of ours; renderer and preload import only shared; in main only host, gateway and boot know
 * Electron, slices know each other by their index.ts alone, and only boot knows all.
 */
const slices =
  'broker|consent|runtimes|workspace|process|store|replay|gateway|host|log|projects|keys|prices|sandbox|egress'
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: { path: '^src' }, to: { circular: true } },
    {
      name: 'shared-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/shared' },
      to: { path: '^src/(?!shared)' },
    },
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^src/shared' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-and-preload-know-only-shared',
      severity: 'error',
      from: { path: '^src/(renderer|preload)' },
      to: { path: '^src/main' },
    },
    {
      name: 'preload-is-not-the-renderer',
      severity: 'error',
      from: { path: '^src/preload' },
      to: { path: '^src/renderer' },
    },
    {
      name: 'renderer-is-not-the-preload',
      severity: 'error',
      from: { path: '^src/renderer' },
      to: { path: '^src/preload' },
    },
    {
      name: 'main-knows-no-window-code',
      severity: 'error',
      from: { path: '^src/main' },
      to: { path: '^src/(renderer|preload)' },
    },
    {
      name: 'electron-only-in-host-gateway-boot',
      severity: 'error',
      from: { path: '^src/main', pathNot: '^src/main/(host|gateway|boot|index)' },
      to: { path: '(^|node_modules/)electron(/|$)' },
    },
    {
      name: 'slices-by-their-index',
      severity: 'error',
      from: { path: `^src/main/(${slices})/` },
      to: {
        path: `^src/main/(${slices})/`,
        pathNot: [
          '^src/main/$1/',
          '^src/main/[^/]+/(content/)?index\\.ts$',
          '^src/main/[^/]+/[^/]*worker[^/]*\\.ts$',
        ],
      },
    },
    {
      name: 'only-boot-knows-all',
      severity: 'error',
      from: { path: `^src/main/(${slices})/` },
      to: { path: '^src/main/(boot|index)' },
    },
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: {
        path: '^src/renderer/features/([^/]+)/',
        pathNot: ['^src/renderer/features/$1/', '^src/renderer/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(nodeWorker|modulePath|url|raw|worker)' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^src/main/index\\.ts$', 'worker\\.ts$'] },
      to: {},
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
