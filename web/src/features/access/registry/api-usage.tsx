import type { ApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { reauthenticationMinutes } from '@atrium/contract/kernel/reauthentication.ts'
import { useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { DecisionTrace } from '../../../kernel/access/decision-trace.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { auditText, rateText, toAddress } from './registry-words.ts'
import './registry.css'

const { denials } = explainContract
const maxShown = 20

const Denials = ({ apiId }: { apiId: string }) => {
  const read = useRead(denials, { query: { apiId, size: maxShown } })
  const [explainedTraceId, explain] = useState<string>()
  return (
    <section>
      <h3 className="registry-heading">{t('最近被拒的用户')}</h3>
      <p className="registry-quiet">{t('本公司近 30 天内调用该接口被拒绝的用户，每人仅显示最近一次。')}</p>
      <ReadState read={read}>
        {({ data, total }) => (
          <>
            {data.length === 0 && <Empty title={t('暂无被拒绝的用户')} />}
            <ul className="registry-rows" aria-label={t('最近被拒的用户')}>
              {data.map(({ user, denials: count, last, traceId }) => (
                <li key={user.id} className="denied">
                  <div className="denied-head">
                    <span className="registry-name">
                      <span>{userName(user)}</span>
                      <span className="registry-quiet">
                        {rich('{count} 次，最近 {last}', { count, last: <Time at={last} /> })}
                      </span>
                    </span>
                    <Button
                      look="link"
                      aria-expanded={explainedTraceId === traceId}
                      aria-label={t('{name}被拒的原因', { name: user.name })}
                      onClick={() => explain(explainedTraceId === traceId ? undefined : traceId)}
                    >
                      {explainedTraceId === traceId ? t('收起') : t('原因')}
                    </Button>
                  </div>
                  {explainedTraceId === traceId && <DecisionTrace traceId={traceId} />}
                </li>
              ))}
            </ul>
            {total > data.length && (
              <p className="registry-quiet">{t('还有 {total} 人', { total: total - data.length })}</p>
            )}
          </>
        )}
      </ReadState>
    </section>
  )
}

/** An API's recent usage, and the users denied it. */
export const ApiUsage = ({ row, onClosed }: RowDrawerProps<ApiRow>) => {
  const [open, setOpen] = useState(true)
  const { calls7d, p95, denies7d, last } = row.stat
  return (
    <Drawer
      title={t('调用情况：{row}', { row: toAddress(row) })}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Facts
        facts={{
          '近 7 天调用': t('{calls7d} 次', { calls7d }),
          '近 7 天被拒': t('{denies7d} 次', { denies7d }),
          'P95 耗时': p95 === null ? '—' : t('{p95} 毫秒（95% 的调用不超过）', { p95 }),
          最近调用: last === null ? t('近 7 天无') : <Time at={last} />,
          频率限制: rateText(row.rate),
          验证身份: row.mfa
            ? t('要求，验证后 {reauthenticationMinutes} 分钟内有效', { reauthenticationMinutes })
            : t('不要求'),
          审计: auditText(row),
        }}
      />
      <Can endpoint={denials}>
        <Denials apiId={row.id} />
      </Can>
    </Drawer>
  )
}
