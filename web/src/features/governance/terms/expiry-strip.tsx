import {
  type ExpiryKind,
  expiriesContract,
  expiryDays,
} from '@atrium/contract/features/overview/workbench/expiries.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { ChartGantt, Table } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { describeDay, type ExpiryDay, groupByDay, kindNames, toUrgency } from './expiry-days.ts'
import './expiry-strip.css'

const { expiries } = expiriesContract
const marks = [1, 30, 60, 90]
const dayOf = ({ expireTime }: ExpiryDay) => formatMoment(expireTime).slice(0, 10)
const toPlace = (days: number) => ({ insetInlineStart: `${(days / expiryDays) * 100}%` })

/** Arrow keys go from dot to dot in the order of time. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const lanes = event.currentTarget.closest('.expiry-lanes')
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined || !lanes) return
  const dots = [...lanes.querySelectorAll<HTMLElement>('.expiry-dot')]
  const inTime = dots.sort(
    (one, other) => Number.parseFloat(one.style.insetInlineStart) - Number.parseFloat(other.style.insetInlineStart),
  )
  const next = inTime[inTime.indexOf(event.currentTarget) + step]
  next?.focus()
  event.preventDefault()
}

type LaneProps = {
  kind: ExpiryKind
  days: readonly ExpiryDay[]
  /** Which dot of all the keyboard is at. */
  current: ExpiryDay | undefined
  onSelect: (day: ExpiryDay) => void
  onPoint: (day: ExpiryDay | undefined) => void
}
const Lane = ({ kind, days, current, onSelect, onPoint }: LaneProps) => (
  <li className="expiry-lane">
    <span className="expiry-kind">{kindNames[kind]}</span>
    <span className="expiry-line">
      {days.map((day) => (
        <button
          key={day.days}
          type="button"
          className="expiry-dot"
          data-urgency={toUrgency(day.days)}
          data-size={day.names.length > 4 ? 'large' : day.names.length > 1 ? 'medium' : 'small'}
          style={toPlace(day.days)}
          aria-label={describeDay(day)}
          tabIndex={day === current ? 0 : -1}
          onClick={() => onSelect(day)}
          onKeyDown={moveFocus}
          onFocus={() => onPoint(day)}
          onBlur={() => onPoint(undefined)}
          onPointerEnter={() => onPoint(day)}
          onPointerLeave={() => onPoint(undefined)}
        />
      ))}
    </span>
  </li>
)

const ExpiryTable = ({ days }: { days: readonly ExpiryDay[] }) => (
  <section className="expiry-table" aria-label={t('到期时间的数据')}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('剩余')}</th>
          <th scope="col">{t('到期日')}</th>
          <th scope="col">{t('类型')}</th>
          <th scope="col">{t('数量')}</th>
          <th scope="col">{t('名称')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={`${day.kind} ${day.days}`}>
            <th scope="row">{t('{days} 天', { days: day.days })}</th>
            <td>{dayOf(day)}</td>
            <td>{kindNames[day.kind]}</td>
            <td>{day.names.length}</td>
            <td>{listText(day.names)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const countText = (days: readonly ExpiryDay[], within: number) =>
  days.filter((day) => day.days <= within).reduce((sum, { names }) => sum + names.length, 0)

/**
 * What ends within ninety days: accounts, roles, tenants, secrets and links, each kind on a line of its own.
 * @param onDays - filters the list by days ahead, for a kind that it lists
 */
export const ExpiryStrip = ({ onDays }: { onDays: (days: number) => void }) => {
  const { data } = useRead(expiries, {})
  const [isTable, setTable] = useState(false)
  const [pointed, point] = useState<ExpiryDay>()
  const reached = useRef<ExpiryDay>(undefined)
  if (!data) return null
  const days = groupByDay(data.rows, Date.now())
  if (days.length === 0) return <p className="expiry-none">{t('90 天内没有到期的账号、角色、密钥或链接')}</p>
  const current = days.find((day) => day.kind === reached.current?.kind && day.days === reached.current.days) ?? days[0]
  const more = data.kinds.filter((each) => each.more).map(({ kind }) => kindNames[kind])
  const select = (day: ExpiryDay) => {
    if (day.kind === 'account' || day.kind === 'role') onDays(day.days)
  }
  return (
    <>
      <div className="expiry-head">
        <p className="expiry-text">
          {pointed
            ? describeDay(pointed)
            : t('3 天内 {days} 项，30 天内 {days2} 项，90 天内 {days3} 项', {
                days: countText(days, 3),
                days2: countText(days, 30),
                days3: countText(days, expiryDays),
              })}
          {!pointed && more.length > 0 && t('（{more}仅显示最早的 100 项）', { more: listText(more) })}
        </p>
        <Button
          look="quiet"
          icon={isTable ? <ChartGantt aria-hidden size={16} /> : <Table aria-hidden size={16} />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t('以图表查看') : t('以表格查看')}
        </Button>
      </div>
      {isTable ? (
        <ExpiryTable days={days} />
      ) : (
        <div className="expiry-drawing">
          <ul className="expiry-lanes" aria-label={t('90 天内到期')}>
            {data.kinds.map(({ kind }) => (
              <Lane
                key={kind}
                kind={kind}
                days={days.filter((day) => day.kind === kind)}
                current={current}
                onSelect={select}
                onPoint={(day) => {
                  if (day) reached.current = day
                  point(day)
                }}
              />
            ))}
          </ul>
          <div className="expiry-axis" aria-hidden="true">
            {marks.map((mark) => (
              <span key={mark} style={toPlace(mark)}>
                {mark === 1 ? t('今天') : t('{mark} 天', { mark })}
              </span>
            ))}
          </div>
        </div>
      )}
    </>
  )
}
