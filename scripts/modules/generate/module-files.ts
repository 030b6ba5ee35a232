import { numberText } from './layout.ts'
import type { ErrorNumbers } from './names.ts'

/** What users read of a new module, and the numbers of its errors. */
export type NewModule = {
  readonly name: string
  readonly title: string
  readonly numbers: ErrorNumbers
  /** Version of the kit that it is made for. */
  readonly kit: string
}

const manifest = (name: string, kit: string) => ({
  name: `@modules/${name}`,
  version: '0.1.0',
  private: true,
  type: 'module',
  peerDependencies: { '@atrium/kit': `^${kit}` },
})

/** The files of a module without entities. `npm run new` adds lines to these, where they are named in `entity-lines.ts`. */
export const moduleFiles = ({ name, title, kit, numbers: { from, to } }: NewModule): Record<string, string> => ({
  'package.json': `${JSON.stringify(manifest(name, kit), null, 2)}
`,
  'contract.ts': `import { defineModuleContract } from '@atrium/kit/contract'

/** Names of what people are granted, and of what the log says. */
export const words = {
} as const

export const contract = defineModuleContract({
  name: '${name}',
  title: '${title}',
  errorBlock: { from: ${numberText(from)}, to: ${numberText(to)} },
  words,
  feature: {
    sort: 9000,
    forCompanies: true,
    contracts: {},
    errors: {},
    fieldWords: [],
    menus: [
      { code: '${name}', sort: 90, name: '${title}', icon: 'package', path: '' },
    ],
  },
})
`,
  'server.ts': `import { defineModule, joinFeatures } from '@atrium/kit/server'
import { contract } from './contract.ts'

/** ${title} on the server. */
export const server = defineModule({
  contract,
  create: () => joinFeatures([]),
})
`,
  'web.tsx': `import { defineWebModule } from '@atrium/kit/web'

/** ${title} in the console. */
export const web = defineWebModule({
  views: {},
  objects: {},
  paletteActions: [],
})
`,
  'texts/en.json': '{}\n',
  'test/module.test.ts': `import { describeModule } from '@atrium/kit/test'
import { contract } from '../contract.ts'

describeModule(contract, { samples: () => ({}) })
`,
})
