import { documentPreviewsContract } from '@atrium/contract/features/content/documents/document-previews.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../kernel/api/call.ts'
import { fetchFile } from '../../../kernel/api/fetch-file.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { Source } from './shown.ts'

const { content, media } = documentPreviewsContract
/** An address works for a quarter of an hour; a later opening asks for another one. */
const addressLife = 10 * 60 * 1000

/** The bytes of a file, which never change. */
export const useContent = (source: Source) =>
  useQuery({
    queryKey: ['document content', source],
    queryFn: ({ signal }) =>
      'url' in source ? fetchFile(source.url, signal) : call(content, { params: source }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** An address from which audio or video is played; undefined until known. */
export const usePlayAddress = (source: Source): string | undefined => {
  const isKnown = 'url' in source
  const asked = isKnown ? { id: '', number: 1 } : source
  const { data } = useRead(media, { params: asked }, { enabled: !isKnown, staleTime: addressLife })
  return isKnown ? source.url : data?.url
}
