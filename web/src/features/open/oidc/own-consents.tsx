import type { ReactNode } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Time } from '../../../ui/time.tsx'
import { type OwnConsent, useOwnConsents } from './use-own-consents.ts'
import '../../../ui/profile-card.css'
import './own-consents.css'

/** Applications that the user has allowed to learn of them. Takes what is shown if there are none. */
export const OwnConsents = ({ empty = null }: { empty?: ReactNode }) => {
  const { data, failed } = useOwnConsents()
  const [ask, dialog] = useConfirm()
  if (!data) return failed ? <ReadState read={{ ...failed, data: undefined }}>{() => null}</ReadState> : null
  if (data.length === 0) return empty
  const askToRevoke = ({ name, effect, revoke }: OwnConsent) =>
    ask({ title: `取消对“${name}”的授权？`, body: effect, confirm: '取消授权', danger: true, run: revoke })
  return (
    <section className="profile-card own-consents" aria-labelledby="own-consents">
      <h2 id="own-consents">已授权的应用</h2>
      <ul aria-label="已授权的应用">
        {data.map((consent) => (
          <li key={consent.key}>
            <span className="own-consents-name">
              {consent.name}
              <span className="own-consents-note">
                {consent.company} · 可获取：{consent.learns} · 最近授权 <Time at={consent.time} />
              </span>
            </span>
            <Button look="link" danger aria-label={`取消对${consent.name}的授权`} onClick={() => askToRevoke(consent)}>
              取消授权
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}
