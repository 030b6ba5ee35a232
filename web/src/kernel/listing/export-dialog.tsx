import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import * as z from 'zod/mini'
import { formatMoment } from '../../ui/time.tsx'
import { call } from '../api/call.ts'
import { DownloadDialog } from '../page/download-dialog.tsx'
import { usePageSearch } from '../page/page-context.ts'
import type { ListEndpoint } from './list-contract.ts'
import { listQueryOf, parseListState } from './list-state.ts'

const moment = () => formatMoment(new Date().toISOString()).replaceAll(':', '')

export type ExportDialogProps = {
  /** Takes a list's search and filters, and answers a file. */
  endpoint: Endpoint & { method: 'POST'; wire: 'binary' }
  list: ListEndpoint
  /** What the file is of. */
  noun: string
  sentence: string
  /** What its name ends with. */
  ending?: string
  onClosed: () => void
}

/** Fetches what the list of this page finds as a file. */
export const ExportDialog = ({ endpoint, list, noun, sentence, ending = '.csv', onClosed }: ExportDialogProps) => {
  const [params] = usePageSearch()
  const { search, ...query } = listQueryOf(parseListState(params, list.query.shape, z.safeParse))
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('f.')))
  return (
    <DownloadDialog
      title={`导出${noun}`}
      sentence={sentence}
      fileName={`${noun} ${moment()}${ending}`}
      fetchFile={(way) => call<Endpoint>(endpoint, { body: { search, ...filters } } as never, way) as Promise<Blob>}
      onClosed={onClosed}
    />
  )
}
