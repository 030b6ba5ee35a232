import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { agentName } from '../../../ui/agent-name.ts'
import { Button } from '../../../ui/button.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { affectedReads } from './affected-reads.ts'
import { DrawerList } from './drawer-list.tsx'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'

const { trustedDevices, removeTrustedDevice } = securityContract
const empty = { title: t('暂无信任的浏览器'), hint: t('登录时勾选“信任此浏览器”，之后一段时间内不再要求二次验证。') }

/** Browsers that skip the second step for a while. */
export const TrustedDrawer = ({ onClosed }: DrawerProps) => {
  const read = useRead(trustedDevices, {})
  const remove = useWrite(removeTrustedDevice, { invalidates: affectedReads })
  const exit = useDrawerExit({ busy: remove.isPending, isDirty: false })
  return (
    <StepDrawer
      title={t('信任的浏览器')}
      exit={exit}
      onClosed={onClosed}
      foot={<Button onClick={exit.tryClose}>{t('关闭')}</Button>}
    >
      <DrawerList label={t('信任的浏览器')} read={read} empty={empty}>
        {({ id, agent, ip, createTime, expireTime }) => (
          <li key={id} className="security-row">
            <div className="security-row-words">
              <h3>
                <EllipsisText full={agent}>{agentName(agent)}</EllipsisText>
              </h3>
              <p>{ip}</p>
              <p>{rich('信任于 {createTime}', { createTime: <Time at={createTime} /> })}</p>
              <p>{rich('有效至 {expireTime}', { expireTime: <Time at={expireTime} /> })}</p>
            </div>
            <div className="security-row-actions">
              <Button
                look="link"
                danger
                aria-label={t('移除{agent}', { agent: agentName(agent) })}
                onClick={() => remove.mutate({ params: { id } })}
              >
                {t('移除')}
              </Button>
            </div>
          </li>
        )}
      </DrawerList>
    </StepDrawer>
  )
}
