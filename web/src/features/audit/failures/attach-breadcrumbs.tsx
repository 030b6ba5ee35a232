import { breadcrumbsContract } from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { useState } from 'react'
import { deleteBreadcrumbs, findBreadcrumbs } from '../../../kernel/api/breadcrumbs.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { BreadcrumbsFacts } from './breadcrumbs-facts.tsx'
import { toSentBreadcrumbs } from './sent-breadcrumbs.ts'
import './failures.css'

const forever = { staleTime: Number.POSITIVE_INFINITY }

/** Breadcrumbs of this browser for a failed call; undefined if it has none. */
const useOwnBreadcrumbs = (traceId: string) => {
  // The version loaded with the page; the server may have a newer one meanwhile.
  const { data: tags } = useRead(systemSettingsContract.tags, {}, forever)
  const [captured] = useState(() => {
    const steps = findBreadcrumbs(traceId)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return steps && { width: innerWidth, height: innerHeight, timeZone, events: toSentBreadcrumbs(steps) }
  })
  return captured && tags && { version: tags.version, ...captured }
}

/** Offers to send breadcrumbs for a failure or denial, after showing their full content. */
export const AttachBreadcrumbs = ({ traceId }: { traceId: string }) => {
  const breadcrumbs = useOwnBreadcrumbs(traceId)
  const [isShown, setShown] = useState(false)
  const write = useWrite(breadcrumbsContract.attachTrail, { onDone: () => deleteBreadcrumbs(traceId) })
  if (!breadcrumbs) return null
  if (write.isSuccess)
    return (
      <p className="trail-note attach-trail" role="status">
        {t('操作步骤已提交，可凭追踪号查看。')}
      </p>
    )
  if (!isShown)
    return (
      <div className="attach-trail">
        <Button onClick={() => setShown(true)}>{t('附上刚才的操作步骤')}</Button>
      </div>
    )
  return (
    <section className="failure-card attach-trail" aria-label={t('待提交的操作步骤')}>
      <h3>{t('将发送以下内容')}</h3>
      <p className="trail-note">
        {t(
          '仅包含：页面和接口的地址（不含参数和编号）、报错和浏览器信息，不含您填写的内容。有权查询追踪号的管理员可见；系统故障时，平台运营方也可见。最多保留 30 天。',
        )}
      </p>
      <BreadcrumbsFacts {...breadcrumbs} agent={navigator.userAgent} />
      <div className="trail-buttons">
        <Button
          look="primary"
          loading={write.isPending}
          onClick={() => write.mutate({ params: { traceId }, body: breadcrumbs })}
        >
          {t('确认发送')}
        </Button>
        <Button onClick={() => setShown(false)}>{t('不发送')}</Button>
      </div>
    </section>
  )
}
