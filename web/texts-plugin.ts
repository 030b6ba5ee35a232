import type { Plugin } from 'vite'
import { collectTexts } from './collect-texts.ts'

/** Libraries come as JavaScript. */
const sources = /\.tsx?$/
const preloadHelper = 'vite/preload-helper.js'
const loader = '/src/ui/texts.ts'
const folder = 'assets/texts/'

/**
 * Lets pages of other languages load the translations of a chunk with it. A chunk with texts is at `assets/texts/`, and
 * beside it is the list of its texts, which the server answers with translations; see `serve-texts.ts`.
 */
export const texts = (): Plugin => {
  const byModule = new Map<string, Set<string>>()
  const textsOf = (modules: readonly string[]) => modules.flatMap((id) => [...(byModule.get(id) ?? [])])
  return {
    name: 'texts',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: ({ moduleIds }) =>
              textsOf(moduleIds).length > 0 ? `${folder}[name]-[hash].js` : 'assets/[name]-[hash].js',
          },
        },
      },
    }),
    transform: {
      filter: { id: [sources, new RegExp(preloadHelper)] },
      handler(code, id) {
        if (id.includes(preloadHelper)) return { code: loadTextsFirst(code), map: null }
        byModule.set(id, collectTexts(code, id))
        return null
      },
    },
    generateBundle(_, bundle) {
      const emit = (fileName: string, value: unknown) =>
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(value) })
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const textsLeft = ({ moduleIds, code }: Chunk) => textsOf(moduleIds).filter((text) => isIn(code, text))
      for (const chunk of chunks.filter(({ fileName }) => fileName.startsWith(folder)))
        emit(chunk.fileName.replace(/^assets\//, '').replace(/js$/, 'json'), sorted(textsLeft(chunk)))
      const first = findFirst(chunks)
      emit('texts/first.json', {
        chunks: first.map(({ fileName }) => fileName),
        texts: sorted(first.flatMap(textsLeft)),
      })
    },
  }
}

type Chunk = { fileName: string; isEntry: boolean; imports: string[]; moduleIds: string[]; code: string }

const sorted = (texts: readonly string[]) => [...new Set(texts)].sort()

/** The entry, and what it imports before it runs. */
const findFirst = (chunks: readonly Chunk[]): Chunk[] => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of found)
    for (const file of imports) {
      const chunk = byFile.get(file)
      if (chunk) found.add(chunk)
    }
  return [...found]
}

/** Whether a chunk still has a text; that of a context stands apart from it. */
const isIn = (code: string, text: string) => {
  const source = text.replace(/@\w+$/, '')
  return code.includes(source) || code.includes(JSON.stringify(source).slice(1, -1))
}

/** All chunks but the first ones are loaded by Vite's helper, which knows what each of them needs. */
const loadTextsFirst = (code: string): string => {
  const own = code.replace('export const __vitePreload =', 'const preload =')
  if (own === code) throw new Error('Vite loads chunks in another way')
  return `import { loadTexts } from '${loader}'
${own}
export const __vitePreload = (load, chunks, importer) => {
  const texts = loadTexts(chunks)
  return preload(texts ? () => texts.then(load) : load, chunks, importer)
}`
}
