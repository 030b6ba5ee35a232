import { words } from '../../words.mjs'
import { kebab, type Names, pascal } from './names.ts'

type Addition = { readonly file: string; readonly after: RegExp; readonly line: string }

/** Lines of a module's own files for a new entity, each behind what opens its place. `menus`: how many it has below its own. */
const additions = ({ module, plural, singular, permission, noun }: Names, menus: number): Addition[] => {
  const [Plural, Singular, folder] = [pascal(plural), pascal(singular), kebab(plural)]
  const list = `${module}/${folder === module ? 'list' : folder}`
  const code = `${module}.${folder === module ? 'list' : plural}`
  const parts = [`${plural}Contract`, `${plural}Errors`, `${plural}Words`].join(', ')
  return [
    {
      file: 'contract.ts',
      after: /from '@atrium\/kit\/contract'\n/,
      line: `import { ${parts} } from './${folder}/${folder}.contract.ts'\nimport { ${singular}Sheet } from './${folder}/${folder}.sheet.ts'\n`,
    },
    { file: 'contract.ts', after: /export const words = \{\n/, line: `  ...${plural}Words,\n` },
    { file: 'contract.ts', after: /\bcontracts: \{/, line: ` ${plural}: ${plural}Contract,` },
    { file: 'contract.ts', after: /\berrors: \{/, line: ` ${plural}: ${plural}Errors,` },
    { file: 'contract.ts', after: /\bfieldWords: \[/, line: `${singular}Sheet, ` },
    {
      file: 'contract.ts',
      after: /\bmenus: \[\n(?:.*\n)*?(?=\s*\],)/,
      line: `      {
        code: '${code}',
        parent: '${module}',
        sort: ${(menus + 1) * 10},
        name: '${noun}',
        icon: 'package',
        path: '${list}',
        component: '${list}',
        hasObjects: true,
        needs: '${permission}:list',
      },
`,
    },
    {
      file: 'server.ts',
      after: /from '@atrium\/kit\/server'\n/,
      line: `import { create${Plural} } from './${folder}/${folder}.server.ts'\n`,
    },
    { file: 'server.ts', after: /joinFeatures\(\[/, line: `create${Plural}(ports), ` },
    {
      file: 'test/module.test.ts',
      after: /from '@atrium\/kit\/test'\n/,
      line: `import { ${plural}Samples } from '../${folder}/${folder}.samples.ts'\n`,
    },
    { file: 'test/module.test.ts', after: /samples: \(\w*\) => \(\{/, line: ` ...${plural}Samples(id),` },
    {
      file: 'web.tsx',
      after: /from '@atrium\/kit\/web'\n/,
      line: `import { ${plural}Contract } from './${folder}/${folder}.contract.ts'\n`,
    },
    {
      file: 'web.tsx',
      after: /\bpaletteActions: \[/,
      line: `\n    { noun: t('${noun}'), component: '${list}', endpoint: ${plural}Contract.create },`,
    },
    {
      file: 'web.tsx',
      after: /\bviews: \{/,
      line: `\n    '${list}': async () => (await import('./${folder}/${folder}-page.tsx')).${Plural}Page,`,
    },
    {
      file: 'web.tsx',
      after: /\bobjects: \{/,
      line: `
    '${list}': {
      title: t('${noun}详情'),
      load: async () => (await import('./${folder}/${kebab(singular)}-page.tsx')).${Singular}Page,
    },`,
    },
  ]
}

const ownImport = /^import .* from '(\..*)'$/
/** Imports of a module's own files stand in the order of their paths. */
const withSortedImports = (text: string): string => {
  const lines = text.split('\n')
  const own = lines.filter((line) => ownImport.test(line))
  const first = lines.findIndex((line) => ownImport.test(line))
  const others = lines.filter((line) => !ownImport.test(line))
  const sorted = own.toSorted((one, other) =>
    (ownImport.exec(one)?.[1] ?? '') < (ownImport.exec(other)?.[1] ?? '') ? -1 : 1,
  )
  return others.toSpliced(first, 0, ...sorted).join('\n')
}

const tidy = (text: string): string =>
  withSortedImports(text)
    .replace(/\bcreate: \(\) => joinFeatures\(\[(?=create)/, 'create: (ports) => joinFeatures([')
    .replace('samples: () => ({ ...', 'samples: (id) => ({ ...')
    .replace(/(samples: .*),\}\)/, '$1 })')
    .replace(/(\[[\w(), ]+), \]/g, '$1]')
    .replace(/(contracts|errors): \{ ([\w:, ]+),\}/g, '$1: { $2 }')
    .replace(/,\}/g, ',\n  }')
    .replace(/\},\],/g, '},\n  ],')
    .replace('import { defineWebModule }', 'import { defineWebModule, t }')

/**
 * The files of a module with the lines of a new entity.
 *
 * @param read - reads a file of the module
 * @throws with the line and its place, if a file no longer has that place
 */
export const withEntity = (names: Names, read: (file: string) => string): Map<string, string> => {
  const files = new Map<string, string>()
  const menus = read('contract.ts').split(`parent: '${names.module}'`).length - 1
  for (const { file, after, line } of additions(names, menus)) {
    const text = files.get(file) ?? read(file)
    if (!after.test(text))
      throw new Error(
        words(
          `${file} 中找不到 ${after.source}，请手动加入：${line}`,
          `${file} has no ${after.source}; add by hand: ${line}`,
        ),
      )
    files.set(
      file,
      text.replace(after, (place) => `${place}${line}`),
    )
  }
  return new Map([...files].map(([file, text]) => [file, tidy(text)]))
}
