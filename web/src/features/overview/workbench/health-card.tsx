import type { FaultKind, Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { cardRows } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { shortDate } from '../../../ui/relative-time.tsx'
import { formatMoment } from '../../../ui/time.tsx'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { quotaWords } from '../../tenancy/plans/public/quota-words.ts'
import { Card, CardLink, Rows } from './card.tsx'
import { type Search, usePageLink } from './links.ts'
import { daysSince, daysUntil } from './moments.ts'

type Health = NonNullable<Workbench['health']>
type Fault = Health['rows'][number]

type FaultWords = { title: string; chip: string; action: string; text: (fault: Fault) => string; filter: Search }
const faults: Readonly<Record<FaultKind, FaultWords>> = {
  quota: {
    title: '超出配额',
    chip: '超出配额',
    action: '调整配额',
    text: ({ quota, amount, limit }) =>
      quota ? `${quotaWords[quota].used} ${amount} / ${limit} ${quotaWords[quota].unit}` : '',
    filter: { 'f.usage': 'full' },
  },
  expiring: {
    title: '即将到期',
    chip: '即将到期',
    action: '续期',
    text: ({ time }) => (time ? `剩 ${daysUntil(time)} 天，${shortDate(time, Date.now())} 到期` : ''),
    filter: { 'f.expire': '30' },
  },
  idleAdmin: {
    title: '管理员未登录',
    chip: '管理员 60 天未登录',
    action: '查看管理员',
    text: ({ time, amount }) =>
      time ? `已 ${daysSince(time)} 天，共 ${amount} 名管理员` : `${amount} 名管理员从未登录`,
    filter: {},
  },
  noSecondStep: {
    title: '未开启二次验证',
    chip: '未开启二次验证',
    action: '要求开启',
    text: ({ amount }) => `${amount} 名管理员均未开启`,
    filter: {},
  },
  failures: {
    title: '异常请求',
    chip: '异常请求',
    action: '查看请求',
    text: ({ amount, limit }) => `近 24 小时 ${amount} 次，多为 ${limit}`,
    filter: {},
  },
}
const companiesPage = 'sys/companies'

/** A problem of a tenant, which leads to where it is mended. */
const FaultLink = ({ fault, to }: { fault: Fault; to: string | undefined }) => {
  const { title, action, text } = faults[fault.kind]
  const words = `${title} ${text(fault)}`.trimEnd()
  return to ? (
    <Link
      to={to}
      className="workbench-fault"
      data-kind={fault.kind}
      aria-label={`${action}：${fault.name}，${words}`}
      title={action}
    >
      {words}
    </Link>
  ) : (
    <span className="workbench-fault" data-kind={fault.kind}>
      {words}
    </span>
  )
}

/** Tenants that need the operator's attention, one row each with its problems. */
export const HealthCard = ({ health }: { health: Health }) => {
  const link = usePageLink()
  const [chosen, choose] = useState<FaultKind>()
  const { tenants, affected, counts, rows, time } = health
  const sum = counts.reduce((all, { count }) => all + count, 0)
  const found = rows.filter(({ kind }) => chosen === undefined || kind === chosen)
  const shown = [...Map.groupBy(found, ({ companyId }) => companyId)].slice(0, cardRows)
  const toPlace = ({ kind, name, companyId }: Fault) =>
    kind === 'failures'
      ? link('sys/failed-calls', { search: name })
      : link(companiesPage, { search: name, [askedParams.action]: 'get', [askedParams.row]: companyId })
  return (
    <Card
      title={cardTitles.health}
      note={`${tenants} 家公司，${affected} 家需要处理`}
      end={
        <>
          <span className="workbench-note">{formatMoment(time).slice(11, 16)} 更新</span>
          <CardLink to={link(companiesPage, chosen && faults[chosen].filter)}>查看全部</CardLink>
        </>
      }
    >
      {sum > 0 && (
        <fieldset className="workbench-chips">
          <legend className="visually-hidden">问题的种类</legend>
          <button type="button" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
            全部 <b>{sum}</b>
          </button>
          {counts
            .filter(({ count }) => count > 0)
            .map(({ kind, count }) => (
              <button key={kind} type="button" aria-pressed={chosen === kind} onClick={() => choose(kind)}>
                {faults[kind].chip} <b>{count}</b>
              </button>
            ))}
        </fieldset>
      )}
      <Rows empty={`全部正常，检查于 ${formatMoment(time)}`}>
        {shown.map(([companyId, problems]) => (
          <li key={companyId} className="workbench-row workbench-health">
            <span className="workbench-text">{problems[0]?.name}</span>
            <span className="workbench-faults">
              {problems.map((fault) => (
                <FaultLink key={fault.kind} fault={fault} to={toPlace(fault)} />
              ))}
            </span>
          </li>
        ))}
      </Rows>
    </Card>
  )
}
