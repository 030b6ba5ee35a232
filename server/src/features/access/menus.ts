type MenuSeed = { code: string; parent?: string; name: string; sort: number; metadata: Record<string, unknown> }

/** The sidebar entries the product brings; `component` is resolved by the browser's list of views. */
export const menuSeeds: readonly MenuSeed[] = [
  { code: 'sys', name: '系统管理', sort: 10, metadata: { icon: 'settings', path: 'sys', redirect: 'noRedirect' } },
  {
    code: 'sys.bases',
    parent: 'sys',
    name: '基础参数',
    sort: 10,
    metadata: { icon: 'sliders-horizontal', path: 'bases', component: 'sys/bases' },
  },
]
