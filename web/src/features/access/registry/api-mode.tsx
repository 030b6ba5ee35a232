import { type ApiRow, apisContract, type Observation } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { Codes, UserNames } from './affected-users.tsx'
import { ModeQuestion } from './mode-question.tsx'
import { modeNames, toAddress } from './registry-words.ts'
import './registry.css'

const ObservationFacts = ({ since, idle, elems, refused, seen }: Observation) => (
  <div className="registry-impact">
    {idle && (
      <p role="status" className="registry-warning">
        {t('观察暂不生效：接口未绑定权限点，或绑定了高风险权限点，未持有权限点的用户照常拒绝。')}
      </p>
    )}
    <Facts
      facts={{
        观察开始: since && <Time at={since} />,
        本应拒绝: t('近 7 天 {people} 人，{calls} 次', { people: seen.people, calls: seen.calls }),
        强制执行后: t('{people} 人（{companies} 家公司）将被拒绝', {
          people: refused.people,
          companies: refused.companies,
        }),
      }}
    />
    <Codes label={t('观察开始时绑定的权限点，持有任一即可放行：')} codes={elems} />
    <section aria-label={t('本应拒绝的用户')}>
      <h3 className="registry-heading">{t('本应拒绝的用户')}</h3>
      {seen.people === 0 ? (
        <Empty title={t('近 7 天无')} hint={t('收紧绑定后，记录本应拒绝的调用。')} />
      ) : (
        <UserNames {...seen} />
      )}
    </section>
  </div>
)

const ObservationSection = ({ id }: { id: string }) => (
  <ReadState read={useRead(apisContract.observation, { params: { id } })}>
    {(observation) => <ObservationFacts {...observation} />}
  </ReadState>
)

/** The API's mode, the observation so far, and the switch to the other mode. */
export const ApiMode = ({ row, onSaved, onClosed }: RowDrawerProps<ApiRow>) => {
  const [open, setOpen] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const next = row.mode === 'observe' ? 'enforce' : 'observe'
  const onEnded = (confirmed: boolean) => {
    setAsking(false)
    if (!confirmed) return
    onSaved(row.id)
    setOpen(false)
  }
  return (
    <Drawer
      title={t('执行方式：{row}', { row: toAddress(row) })}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      footer={
        <div className="registry-foot">
          <Button onClick={() => setOpen(false)}>{t('关闭')}</Button>
          <Button look="primary" disabled={isAsking} onClick={() => setAsking(true)}>
            {next === 'observe' ? t('开始观察') : t('强制执行')}
          </Button>
        </div>
      }
    >
      <p className="registry-intro">
        {t('当前为{mode}。', { mode: modeNames[row.mode] })}
        {row.mode === 'observe'
          ? t('观察开始时可调用的用户仍可调用，本应拒绝的调用会放行并记录。')
          : t(
              '未持有绑定权限点的用户一律拒绝。收紧绑定前可先观察：原可调用的用户暂时放行并记录，确认影响后再强制执行。',
            )}
      </p>
      {row.mode === 'observe' && <ObservationSection id={row.id} />}
      {isAsking && <ModeQuestion row={row} mode={next} onEnded={onEnded} />}
    </Drawer>
  )
}
