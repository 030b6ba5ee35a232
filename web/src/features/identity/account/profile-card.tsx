import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { Camera } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { DictTag } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { PortraitPicker } from './portrait-picker.tsx'
import { type Profile, ProfileForm } from './profile-form.tsx'
import { profileLabels } from './profile-words.ts'
import { zoneLabel } from './time-zones.ts'
import { usePortrait } from './use-portrait.ts'

// The shell waits for this reply, so it is always present.
const useLoginInfo = () => useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY }).data

const Portrait = ({ name }: { name: string }) => {
  const user = useLoginInfo()
  const src = usePortrait(user?.portrait ?? '')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="profile-portrait" onClick={() => picker.current?.click()}>
        <Avatar name={name} src={src} />
        <span className="profile-portrait-words">
          <Camera size={14} aria-hidden="true" />
          {t('更换头像')}
        </span>
      </button>
      <PortraitPicker ref={picker} />
    </>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

/** The user's picture, name, company and contacts. */
export const ProfileCard = ({ profile, securityPath }: { profile: Profile; securityPath: string }) => {
  const [drawer, open] = useOverlay()
  const principalCompany = useLoginInfo()?.principal?.view
  const edit = () => open((onClosed) => <ProfileForm profile={profile} onClosed={onClosed} />)
  const contact = (masked: string) => (
    <span className="profile-contact">
      {masked || <span className="profile-missing">{t('未绑定', { context: 'contact' })}</span>}
      <Link to={securityPath}>{masked ? t('更换') : t('去绑定')}</Link>
    </span>
  )
  return (
    <section className="profile-card" aria-labelledby="profile-name">
      <div className="profile-head">
        <Portrait name={profile.name} />
        <h2 id="profile-name">{profile.name}</h2>
        <p className="profile-account">{profile.account}</p>
        <p className="profile-signature">{profile.signature || t('暂无个性签名')}</p>
        <Button onClick={edit}>{t('编辑个人资料')}</Button>
      </div>
      <dl className="profile-facts">
        <Fact title={t('公司')}>{profile.company}</Fact>
        <Fact title={profileLabels.sex}>
          <DictTag group="sex" code={profile.sex} />
        </Fact>
        {principalCompany === undefined ? (
          <>
            <Fact title={t('手机')}>{contact(profile.phone)}</Fact>
            <Fact title={t('邮箱')}>{contact(profile.email)}</Fact>
          </>
        ) : (
          <Fact title={t('登录账号')}>{t('属于“{principalCompany}”', { principalCompany })}</Fact>
        )}
        <Fact title={profileLabels.timeZone}>{profile.timeZone ? zoneLabel(profile.timeZone) : t('跟随浏览器')}</Fact>
        <Fact title={t('创建时间')}>
          <Time at={profile.createTime} />
        </Fact>
      </dl>
      {drawer}
    </section>
  )
}
