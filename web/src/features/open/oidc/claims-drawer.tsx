import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { claimsPreviewContract } from '@atrium/contract/features/open/oidc/claims-preview.contract.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import { findPeople } from '../../people/users/public/find-people.ts'
import '../open-apis/public/open.css'
import './oidc.css'
import '../open-apps/public/open-apps.css'

type DisclosedClaims = readonly { name: string; value: string }[]
const toJson = (claims: DisclosedClaims) =>
  JSON.stringify(Object.fromEntries(claims.map(({ name, value }) => [name, JSON.parse(value)])), null, 2)

const Claims = ({ title, claims }: { title: string; claims: DisclosedClaims }) => (
  <>
    <h3 className="app-section">
      {title} <CopyButton text={toJson(claims)} what={title} />
    </h3>
    <pre className="app-canonical">{toJson(claims)}</pre>
  </>
)
const Learned = ({ appId, userId }: { appId: string; userId: string }) => {
  const read = useRead(claimsPreviewContract.previewClaims, { params: { id: appId, userId } }, { staleTime: 0 })
  return (
    <ReadState read={read}>
      {({ idToken, userinfo }) => (
        <>
          <Claims title={t('ID 令牌')} claims={idToken} />
          <p className="open-quiet">{t('另含签发时间、有效期等协议内容。')}</p>
          <Claims title={t('用户信息（userinfo）')} claims={userinfo} />
        </>
      )}
    </ReadState>
  )
}

/** What an application would learn about a person. */
export const ClaimsDrawer = ({ app, onClosed }: { app: OpenAppRow; onClosed: () => void }) => {
  const [isOpen, setOpen] = useState(true)
  const canFindPeople = useCan(usersContract.options)
  const self = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.id
  const [chosen, setChosen] = useState<string>()
  const userId = canFindPeople ? chosen : self
  return (
    <Drawer
      title={t('“{name}”可获取的信息', { name: app.name })}
      width={600}
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      {canFindPeople ? (
        <>
          <p className="open-quiet">{t('选择用户，预览其允许全部信息后该应用收到的内容。')}</p>
          <div className="oidc-person">
            <SearchSelect
              aria-label={t('用户')}
              placeholder={t('请选择用户')}
              find={findPeople}
              value={chosen}
              onChange={setChosen}
            />
          </div>
        </>
      ) : (
        <p className="open-quiet">
          {t('以您本人为例，预览允许全部信息后该应用收到的内容。预览其他用户须有“用户”的查看权限。')}
        </p>
      )}
      {userId !== undefined && <Learned appId={app.id} userId={userId} />}
    </Drawer>
  )
}
