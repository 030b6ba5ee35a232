import type { ReactNode } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
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
    ask({
      title: t('取消对“{name}”的授权？', { name }),
      body: effect,
      confirm: t('取消授权'),
      danger: true,
      run: revoke,
    })
  return (
    <section className="profile-card own-consents" aria-labelledby="own-consents">
      <h2 id="own-consents">{t('已授权的应用')}</h2>
      <ul aria-label={t('已授权的应用')}>
        {data.map((consent) => (
          <li key={consent.key}>
            <span className="own-consents-name">
              {consent.name}
              <span className="own-consents-note">
                {rich('{company} · 可获取：{learns} · 最近授权 {time}', {
                  company: consent.company,
                  learns: consent.learns,
                  time: <Time at={consent.time} />,
                })}
              </span>
            </span>
            <Button
              look="link"
              danger
              aria-label={t('取消对{name}的授权', { name: consent.name })}
              onClick={() => askToRevoke(consent)}
            >
              {t('取消授权')}
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}
