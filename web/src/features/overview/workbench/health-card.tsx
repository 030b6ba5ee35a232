import type { FaultKind, Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { cardRows } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { shortDate } from '../../../ui/relative-time.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { quotaWords } from '../../tenancy/plans/public/quota-words.ts'
import { Card, CardLink } from './card.tsx'
import { daysSince, daysUntil } from './moments.ts'
import { CardRows } from './public/card-rows.tsx'
import { type Search, usePageLink } from './public/page-link.ts'

type Health = NonNullable<Workbench['health']>
type Fault = Health['rows'][number]

type FaultWords = { title: string; chip: string; action: string; text: (fault: Fault) => string; filter: Search }
const faults: Readonly<Record<FaultKind, FaultWords>> = {
  quota: {
    title: t('超出配额'),
    chip: t('超出配额'),
    action: t('调整配额'),
    text: ({ quota, amount, limit }) =>
      quota ? `${quotaWords[quota].used} ${amount} / ${limit} ${quotaWords[quota].unit}` : '',
    filter: { 'f.usage': 'full' },
  },
  expiring: {
    title: t('即将到期'),
    chip: t('即将到期'),
    action: t('续期'),
    text: ({ time }) =>
      time ? t('剩 {time} 天，{time2} 到期', { time: daysUntil(time), time2: shortDate(time, Date.now()) }) : '',
    filter: { 'f.expire': '30' },
  },
  idleAdmin: {
    title: t('管理员未登录'),
    chip: t('管理员 60 天未登录'),
    action: t('查看管理员'),
    text: ({ time, amount }) =>
      time
        ? t('已 {time} 天，共 {amount} 名管理员', { time: daysSince(time), amount })
        : t('{amount} 名管理员从未登录', { amount }),
    filter: {},
  },
  noSecondStep: {
    title: t('未开启二次验证'),
    chip: t('未开启二次验证'),
    action: t('要求开启'),
    text: ({ amount }) => t('{amount} 名管理员均未开启', { amount }),
    filter: {},
  },
  failures: {
    title: t('异常请求'),
    chip: t('异常请求'),
    action: t('查看请求'),
    text: ({ amount, limit }) => t('近 24 小时 {amount} 次，多为 {limit}', { amount, limit }),
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
      aria-label={t('{action}：{name}，{words}', { action, name: fault.name, words })}
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
      note={t('{tenants} 家公司，{affected} 家需要处理', { tenants, affected })}
      end={
        <>
          <span className="workbench-note">{t('{time} 更新', { time: formatMoment(time).slice(11, 16) })}</span>
          <CardLink to={link(companiesPage, chosen && faults[chosen].filter)}>{t('查看全部')}</CardLink>
        </>
      }
    >
      {sum > 0 && (
        <fieldset className="workbench-chips">
          <legend className="visually-hidden">{t('问题的种类')}</legend>
          <button type="button" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
            {rich('全部 {sum}', { sum: <b>{sum}</b> })}
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
      <CardRows empty={t('全部正常，检查于 {time}', { time: formatMoment(time) })}>
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
      </CardRows>
    </Card>
  )
}
