import { incidentsContract } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import { useState } from 'react'
import { DecisionTrace } from '../../../kernel/access/decision-trace.tsx'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchForm } from '../../../ui/search-form.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { t } from '../../../ui/texts.ts'
import { LogEntries } from '../operation-logs/public/log-entries.tsx'
import { BreadcrumbsCard } from './breadcrumbs-card.tsx'
import { FailureCard } from './failure-card.tsx'
import { IncidentFacts } from './incident-facts.tsx'
import './failures.css'

const { incident } = incidentsContract

const Incident = ({ traceId }: { traceId: string }) => {
  const { data, error, refetch } = useRead(incident, { params: { traceId } }, { toasts: false })
  if (error instanceof CallError) return <FailureBlock failure={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { company, standing, rows, failure, refused, trail } = data
  const attached = (failure || refused) && <BreadcrumbsCard trail={trail} />
  if (rows.length === 0 && !failure)
    return (
      <>
        <DecisionTrace
          traceId={traceId}
          fallback={
            !refused && (
              <Empty
                title={t('未找到该追踪号的记录')}
                hint={t('只读访问不留记录；也可能属于其他公司或输入有误。追踪号由数字和字母 a-f 组成。')}
              />
            )
          }
        />
        {attached}
      </>
    )
  return (
    <>
      {!failure?.company && (
        <IncidentFacts traceId={(rows[0] ?? failure)?.traceId ?? ''} company={company} status={standing} />
      )}
      {failure && <FailureCard {...failure} />}
      <LogEntries rows={rows} namesObject />
      <DecisionTrace traceId={traceId} />
      {attached}
    </>
  )
}

/** Everything known about one trace id, in order. Users read trace ids to support over the phone. */
export const IncidentPage = () => {
  const [params, go] = usePageSearch()
  const requestedId = params.get('traceId') ?? ''
  const [typed, setTyped] = useState(requestedId)
  const [shown, setShown] = useState(requestedId)
  // A link can change the trace id while the page stays mounted; the input follows.
  if (shown !== requestedId) {
    setShown(requestedId)
    setTyped(requestedId)
  }
  return (
    <section className="incident">
      <SearchForm className="incident-search" onSubmit={() => go({ traceId: typed.trim().toLowerCase() })}>
        <div>
          <SearchInput
            aria-label={t('追踪号')}
            placeholder={t('追踪号或其前 8 位')}
            maxLength={40}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <Button submits look="primary">
          {t('查询')}
        </Button>
      </SearchForm>
      {requestedId ? (
        <Incident key={requestedId} traceId={requestedId} />
      ) : (
        <Empty title={t('输入追踪号，查看该操作的全部记录')} hint={t('追踪号可在出错提示和日志中找到。')} />
      )}
    </section>
  )
}
