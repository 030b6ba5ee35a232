import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { lazy, Suspense, useMemo } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { PageContext, usePage, usePageSearch } from '../../../kernel/page/page-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { useValueDrafts } from './use-value-drafts.ts'

const AllParameters = lazy(async () => ({ default: (await import('./all-parameters.tsx')).AllParameters }))
const ParameterTopics = lazy(async () => ({ default: (await import('./parameter-topics.tsx')).ParameterTopics }))

const allTopics = 'all'
const listPart = { topic: allTopics }

/** Base parameters: the platform's by topic, or all of them as a list. */
export const BaseParametersPage = () => {
  const page = usePage()
  const [params, go] = usePageSearch()
  const { data: user } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  // Here, so that changes survive a look at the list.
  const drafts = useValueDrafts()
  const list = useMemo(() => ({ ...page, part: listPart }), [page])
  const topic = params.get('topic')
  // Only the platform has built-in parameters. The parameters of a list lead to it, so that links made elsewhere work.
  const isList = !user?.platform || topic === allTopics || (topic === null && params.size > 0)
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      {isList ? (
        <PageContext value={list}>
          <AllParameters tools={user?.platform && <Button onClick={() => go({})}>{t('按主题查看')}</Button>} />
        </PageContext>
      ) : (
        <ParameterTopics
          drafts={drafts}
          topic={topic}
          onTopic={(next) => go({ topic: next })}
          onList={(params) => go({ topic: allTopics, ...params })}
        />
      )}
    </Suspense>
  )
}
