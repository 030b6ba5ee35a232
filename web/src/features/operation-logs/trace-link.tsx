import { incidentsContract } from '@atrium/contract/features/operation-logs/incidents.contract.ts'
import { Link } from 'react-router'
import { useCan } from '../../kernel/access/use-can.ts'
import { usePage } from '../../kernel/page/page-context.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** A trace id to copy, and the way to everything that is known about it. The two pages are neighbours in the menu. */
export const TraceLink = ({ traceId }: { traceId: string }) => {
  const { path } = usePage()
  const mayOpen = useCan(incidentsContract.incident)
  return (
    <>
      {mayOpen ? (
        <Link to={{ pathname: path.replace(/[^/]+$/, 'trace'), search: `?traceId=${traceId}` }}>
          <code>{traceId}</code>
        </Link>
      ) : (
        <code>{traceId}</code>
      )}{' '}
      <CopyButton text={traceId} what="追踪号" />
    </>
  )
}
