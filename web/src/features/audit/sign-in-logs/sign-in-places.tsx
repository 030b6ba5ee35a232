import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { requestTo } from '../../../kernel/api/request-to.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { type ListState, toCriteria } from '../../../kernel/listing/list-state.ts'
import { numberText } from '../../../ui/number-text.ts'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import './sign-in-places.css'

const { signInPlaces } = signInLogsContract
type Place = ReplyOf<typeof signInPlaces>['places'][number]

const PlaceRow = ({ place: { area, success, failure }, most }: { place: Place; most: number }) => {
  const name = area || t('未知')
  const share = (count: number) => ({ width: `${(count / most) * 100}%` })
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      <td className="sign-in-places-bar" aria-hidden="true">
        <span className="sign-in-places-success" style={share(success)} />
        <span className="sign-in-places-failure" style={share(failure)} />
      </td>
      <td>{numberText(success)}</td>
      <td className={failure > 0 ? 'sign-in-places-failed' : undefined}>{numberText(failure)}</td>
    </tr>
  )
}

/** Places of the sign-ins that the list shows, most first. */
export const SignInPlaces = ({ state }: { state: ListState }) => {
  const { data } = useRead(signInPlaces, requestTo<typeof signInPlaces>({ query: toCriteria(state) }))
  if (!data || data.places.length === 0) return null
  const most = Math.max(...data.places.map(({ success, failure }) => success + failure))
  return (
    <>
      <table className="sign-in-places-table">
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('登录地点')}
            </th>
            <th scope="col">{t('成功')}</th>
            <th scope="col">{t('失败')}</th>
          </tr>
        </thead>
        <tbody>
          {data.places.map((place) => (
            <PlaceRow key={place.area} place={place} most={most} />
          ))}
        </tbody>
      </table>
      {(data.others > 0 || data.since !== null) && (
        <p className="sign-in-places-note">
          {data.others > 0 && t('另有 {others} 个地点。', { others: data.others })}
          {data.since !== null && <>{rich('仅统计 {since} 之后的登录', { since: <Time at={data.since} /> })}</>}
        </p>
      )}
    </>
  )
}
