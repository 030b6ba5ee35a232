import { incidentsContract } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import { Link } from 'react-router'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { usePage } from '../../../../kernel/page/page-context.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { t } from '../../../../ui/texts.ts'

/** A trace id with copy button and link to its page, a sibling of this one in the menu. */
export const TraceLink = ({ traceId }: { traceId: string }) => {
  const { path } = usePage()
  const canOpen = useCan(incidentsContract.incident)
  return (
    <>
      {canOpen ? (
        <Link to={{ pathname: path.replace(/[^/]+$/, 'trace'), search: `?traceId=${traceId}` }}>
          <code>{traceId}</code>
        </Link>
      ) : (
        <code>{traceId}</code>
      )}{' '}
      <CopyButton text={traceId} what={t('追踪号')} />
    </>
  )
}
