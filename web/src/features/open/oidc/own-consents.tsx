import { oidcContract } from '@atrium/contract/features/open/oidc/oidc.contract.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { PlainReadState } from '../../../kernel/page/plain-read-state.tsx'
import { scopesText } from '../../../shared/open/oidc-words.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Time } from '../../../ui/time.tsx'
import '../../../shared/profile/profile-card.css'
import './own-consents.css'

const { consents, revokeConsent } = oidcContract

/** Applications that the user signs in to. In: what is shown if there are none. */
export const OwnConsents = ({ empty = null }: { empty?: ReactNode }) => {
  const read = useRead(consents, {})
  const { data } = read
  const [ask, dialog] = useConfirm()
  const revoking = useWrite(revokeConsent, { invalidates: [consents] })
  if (!data) return read.error ? <PlainReadState read={read}>{() => null}</PlainReadState> : null
  if (data.length === 0) return empty
  const revoke = ({ id, name }: (typeof data)[number]['app']) =>
    ask({
      title: `取消对“${name}”的授权？`,
      body: '该应用将立即退出登录；下次登录时，会再次询问您。',
      confirm: '取消授权',
      danger: true,
      run: () => revoking.mutateAsync({ params: { appId: id } }),
    })
  return (
    <section className="profile-card own-consents" aria-labelledby="own-consents">
      <h2 id="own-consents">已授权的应用</h2>
      <ul aria-label="已授权的应用">
        {data.map(({ app, scopes, lastTime }) => (
          <li key={app.id}>
            <span className="own-consents-name">
              {app.name}
              <span className="own-consents-note">
                {app.company} · 可获取：{scopesText(scopes)} · 最近授权 <Time at={lastTime} />
              </span>
            </span>
            <Button look="link" danger aria-label={`取消对${app.name}的授权`} onClick={() => revoke(app)}>
              取消授权
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}
