import type { CallStat } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { durationText } from './call-stat-words.ts'
import { FailureShare } from './public/call-cells.tsx'
import { refusalNames } from './public/open-words.ts'

/** The numbers of a chart. */
export const PointTable = ({ points, labels }: { points: CallStat['points']; labels: readonly string[] }) => (
  <table className="call-table" aria-label={t('调用趋势')}>
    <thead>
      <tr>
        <th scope="col">{t('时间')}</th>
        <th scope="col">{t('调用')}</th>
        <th scope="col">{t('失败')}</th>
        <th scope="col">{t('被拒绝')}</th>
      </tr>
    </thead>
    <tbody>
      {points.map(({ time, calls, errors, refusals }, at) => (
        <tr key={time}>
          <th scope="row">{labels[at]}</th>
          <td>{numberText(calls)}</td>
          <td>{numberText(errors)}</td>
          <td>{numberText(refusals)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

type Parts = { title: string; part: string; parts: CallStat['parts'] }
/** The calls of each part. */
export const CallParts = ({ title, part, parts }: Parts) => (
  <table className="call-table">
    <caption>{title}</caption>
    <thead>
      <tr>
        <th scope="col">{part}</th>
        <th scope="col">{t('调用')}</th>
        <th scope="col">{t('未成功率')}</th>
        <th scope="col">P95</th>
      </tr>
    </thead>
    <tbody>
      {parts.map(({ id, name, calls, errors, refusals, p95 }) => (
        <tr key={id}>
          <th scope="row">{id === null ? t('未识别') : name || t('已删除的{part}', { part })}</th>
          <td>{numberText(calls)}</td>
          <td>
            <FailureShare calls={calls} errors={errors + refusals} />
          </td>
          <td>{durationText(p95)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Refused calls by reason, as bars. */
export const StepList = ({ steps, refusals }: { steps: CallStat['steps']; refusals: number }) => (
  <table className="call-table">
    <caption>{t('拒绝原因')}</caption>
    <tbody>
      {steps.map(({ step, calls }) => (
        <tr key={step}>
          <th scope="row">{refusalNames[step]}</th>
          <td className="call-bar">
            <i style={{ inlineSize: `${(calls / Math.max(refusals, calls)) * 100}%` }} />
          </td>
          <td>{numberText(calls)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
