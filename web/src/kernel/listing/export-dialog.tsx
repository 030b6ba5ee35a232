import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import * as z from 'zod/mini'
import { nounInside } from '../../ui/noun.ts'
import { t } from '../../ui/texts.ts'
import { formatMoment } from '../../ui/time.tsx'
import { call } from '../api/call.ts'
import { requestTo } from '../api/request-to.ts'
import { DownloadDialog } from '../page/download-dialog.tsx'
import { usePageSearch } from '../page/page-context.ts'
import type { ListEndpoint } from './list-contract.ts'
import { parseListState, toListQuery } from './list-state.ts'

const moment = () => formatMoment(new Date().toISOString()).replaceAll(':', '')

export type ExportDialogProps = {
  /** Takes the list's search and filters, and replies with a file. */
  endpoint: Endpoint & { method: 'POST'; wire: 'binary' }
  list: ListEndpoint
  /** What the file contains. */
  noun: string
  description: string
  /** File name extension. */
  ending: string
  /** What the file is asked for beside search and filters. */
  request?: object
  onClosed: () => void
}

/** Downloads the filtered list of this page as a file. */
export const ExportDialog = ({ endpoint, list, noun, description, ending, request, onClosed }: ExportDialogProps) => {
  const [params] = usePageSearch()
  const { search, ...query } = toListQuery(parseListState(params, list.query.shape, z.safeParse))
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('f.')))
  return (
    <DownloadDialog
      title={t('导出{noun}', { noun: nounInside(noun) })}
      description={description}
      fileName={`${noun} ${moment()}${ending}`}
      fetchFile={(way) =>
        call<Endpoint>(endpoint, requestTo({ body: { search, ...filters, ...request } }), way) as Promise<Blob>
      }
      onClosed={onClosed}
    />
  )
}
