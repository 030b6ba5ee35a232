import { trailsContract } from '@atrium/contract/features/operation-logs/trails.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import { useState } from 'react'
import { forgetTrail, trailOf } from '../../kernel/api/trail.ts'
import { useRead, useWrite } from '../../kernel/api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { TrailFacts } from './trail-facts.tsx'
import { trailToSend } from './trail-to-send.ts'
import './operation-logs.css'

const forever = { staleTime: Number.POSITIVE_INFINITY }

/** What this browser could send with a call that failed; undefined when it remembers nothing of it. */
const useOwnTrail = (traceId: string) => {
  // The version that came with the page: what is asked of the server later may be a newer one.
  const { data: tags } = useRead(systemSettingsContract.tags, {}, forever)
  const [taken] = useState(() => {
    const steps = trailOf(traceId)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return steps && { width: innerWidth, height: innerHeight, timeZone, events: trailToSend(steps) }
  })
  return taken && tags && { version: tags.version, ...taken }
}

/** Lets whoever met a failure or a denial send what his browser did before, once he has seen all of it. */
export const AttachTrail = ({ traceId }: { traceId: string }) => {
  const trail = useOwnTrail(traceId)
  const [shown, setShown] = useState(false)
  const write = useWrite(trailsContract.attachTrail, { onDone: () => forgetTrail(traceId) })
  if (!trail) return null
  if (write.isSuccess)
    return (
      <p className="trail-note attach-trail" role="status">
        浏览记录已附上，凭追踪号可以看到。
      </p>
    )
  if (!shown)
    return (
      <div className="attach-trail">
        <Button onClick={() => setShown(true)}>附上浏览记录</Button>
      </div>
    )
  return (
    <section className="failure-card attach-trail" aria-label="要附上的浏览记录">
      <h3>将发送以下内容</h3>
      <p className="trail-note">
        只有这些：页面和接口的地址（不含参数和编号）、报错和浏览器的情况，没有您填写的内容。能查追踪号的管理员可以看到；系统故障时，平台运营方也可以看到。最多保留
        30 天。
      </p>
      <TrailFacts {...trail} agent={navigator.userAgent} />
      <div className="trail-buttons">
        <Button
          look="primary"
          loading={write.isPending}
          onClick={() => write.mutate({ params: { traceId }, body: trail })}
        >
          确认发送
        </Button>
        <Button onClick={() => setShown(false)}>不发送</Button>
      </div>
    </section>
  )
}
