import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type HandbookPage, type Language, textOf } from './handbook-page.ts'

type ReadPage = HandbookPage & { readonly text: string }
/** Pages by name; the first page has none. */
export type Handbook = ReadonlyMap<string, ReadPage>

const loaders = {
  zh: () => import('./chinese-pages.ts'),
  en: () => import('./english-pages.ts'),
} as const

const toName = (file: string): string => {
  const name = /([\w-]+?)(?:\.zh-CN)?\.md$/.exec(file)?.[1] ?? ''
  return name === 'README' ? '' : name
}

const load = async (language: Language): Promise<Handbook> => {
  const { files } = await loaders[language]()
  return new Map(
    Object.entries(files).map(([file, page]) => [
      toName(file),
      { ...page, text: `${page.title} ${textOf(page.nodes)}`.toLowerCase() },
    ]),
  )
}

/** The handbook in a language, loaded when it is first shown; the other one stays until then. */
export const useHandbook = (language: Language): Handbook | undefined =>
  useQuery({
    queryKey: ['handbook', language],
    queryFn: () => load(language),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    throwOnError: true,
  }).data
