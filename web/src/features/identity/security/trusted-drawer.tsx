import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { agentName } from '../../../ui/agent-name.ts'
import { Button } from '../../../ui/button.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Time } from '../../../ui/time.tsx'
import { affectedReads } from './affected-reads.ts'
import { DrawerList } from './drawer-list.tsx'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'

const { trustedDevices, removeTrustedDevice } = securityContract
const empty = { title: '暂无信任的浏览器', hint: '登录时勾选“信任此浏览器”，之后一段时间内不再要求二次验证。' }

/** Browsers that skip the second step for a while. */
export const TrustedDrawer = ({ onClosed }: DrawerProps) => {
  const read = useRead(trustedDevices, {})
  const remove = useWrite(removeTrustedDevice, { invalidates: affectedReads })
  const exit = useDrawerExit({ busy: remove.isPending, isDirty: false })
  return (
    <StepDrawer
      title="信任的浏览器"
      exit={exit}
      onClosed={onClosed}
      foot={<Button onClick={exit.tryClose}>关闭</Button>}
    >
      <DrawerList label="信任的浏览器" read={read} empty={empty}>
        {({ id, agent, ip, createTime, expireTime }) => (
          <li key={id} className="security-row">
            <div className="security-row-words">
              <h3>
                <EllipsisText full={agent}>{agentName(agent)}</EllipsisText>
              </h3>
              <p>{ip}</p>
              <p>
                信任于 <Time at={createTime} />
              </p>
              <p>
                有效至 <Time at={expireTime} />
              </p>
            </div>
            <div className="security-row-actions">
              <Button
                look="link"
                danger
                aria-label={`移除${agentName(agent)}`}
                onClick={() => remove.mutate({ params: { id } })}
              >
                移除
              </Button>
            </div>
          </li>
        )}
      </DrawerList>
    </StepDrawer>
  )
}
