import {
  explainContract,
  type OwnExplanation as OwnExplanationReply,
} from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { explainErrors } from '@atrium/contract/features/governance/explain/explain.errors.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Note } from '../../../ui/note.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { OwnRequest } from './own-request.tsx'
import './explain.css'

const missingPermissionText = ({ page, permissions: [first], visited }: OwnExplanationReply) => {
  if (visited && !visited.planned)
    return `公司“${visited.company}”的套餐不包含${first ? `权限“${first}”` : '该操作'}，调整套餐后方可访问。`
  if (page) return first ? '您没有该页面的访问权限，可向管理员申请。' : '您没有该页面的访问权限，请联系管理员。'
  return first ? `您没有该操作所需的权限“${first}”，可向管理员申请。` : '该操作目前未对任何人开放，请联系管理员。'
}

/** Explains a denial to the denied user, without roles and other users. */
export const OwnExplanation = ({ traceId, address }: { traceId: string; address: string | undefined }) => {
  const { data, error, refetch } = useRead(
    explainContract.mine,
    { query: { traceId } },
    { staleTime: 0, toasts: false, dependsOnRights: true },
  )
  if (error instanceof CallError)
    return error.code === explainErrors.noDenial.code ? (
      <Empty title={error.msg} hint={`可将追踪号 ${traceId} 告知管理员。`} />
    ) : (
      <ErrorBlock msg={error.msg} traceId={error.traceId} onRetry={() => void refetch()} />
    )
  if (!data) return null
  const { what, page, time, permissions, visited, allowedNow } = data
  return (
    <section className="decision" aria-label="权限判定">
      {allowedNow ? (
        <Note space="none" tone="good">
          您现已可访问“{what}”，{page ? '请重新打开' : '请重新操作'}。
        </Note>
      ) : (
        <Note space="none">{missingPermissionText(data)}</Note>
      )}
      <Facts
        facts={{
          被拒绝的操作: address ? (
            <>
              打开页面 <code>{address}</code>
            </>
          ) : (
            what
          ),
          访问的公司: visited?.company,
          需要的权限: permissions.length > 1 ? `${permissions.join('、')}（任意一项）` : permissions[0],
          当前: <Tag tone={allowedNow ? 'good' : 'plain'}>{allowedNow ? '已可访问' : '无权限'}</Tag>,
          时间: <Time at={time} />,
          追踪号: (
            <>
              <code>{data.traceId}</code> <CopyButton text={data.traceId} what="追踪号" />
            </>
          ),
        }}
      />
      <OwnRequest traceId={data.traceId} />
    </section>
  )
}
