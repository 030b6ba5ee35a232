import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { readGroups, readPage } from './read-handbook.ts'
import { readPictureSize } from './read-picture-size.ts'
import type { HandbookNode } from './src/app/help/handbook-page.ts'

const pageOrGroups = /[\\/]docs[\\/]using[\\/][\w.-]+\.md\?(?:page|groups)$/

/** The module of a page. A picture that is not made yet is left out. */
const toModule = (folder: string, source: string): string => {
  const pictures: string[] = []
  const drawPictures = (node: HandbookNode): HandbookNode[] => {
    if (typeof node === 'string') return [node]
    const [name, props, ...parts] = node
    if (name !== 'picture') return [[name, props, ...parts.flatMap(drawPictures)]]
    const file = path.join(folder, String(props.src))
    if (!existsSync(file)) return []
    pictures.push(`./${props.src}`)
    return [[name, { ...props, ...readPictureSize(file), src: `%picture${pictures.length - 1}%` }]]
  }
  const { title, nodes } = readPage(source)
  const page = JSON.stringify({ title, nodes: nodes.flatMap(drawPictures) })
  return [
    ...pictures.map((address, at) => `import picture${at} from '${address}'`),
    `export const page = ${page.replaceAll(/"%(picture\d+)%"/g, '$1')}`,
  ].join('\n')
}

/**
 * Imports the handbook for administrators (`docs/using`): a page by `?page`, the list on the first page by `?groups`. It
 * is read while the web is built, so that no browser reads Markdown; pictures are assets of the build.
 */
export const handbook = (): Plugin => ({
  name: 'handbook',
  load: {
    filter: { id: pageOrGroups },
    handler(id) {
      const [file = '', query] = id.split('?')
      this.addWatchFile(file)
      const source = readFileSync(file, 'utf8')
      if (query === 'page') return { code: toModule(path.dirname(file), source), moduleType: 'js' }
      return { code: `export const groups = ${JSON.stringify(readGroups(source))}`, moduleType: 'js' }
    },
  },
})
