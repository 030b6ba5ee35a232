import { otherCompany } from '@atrium/contract/kernel/console-errors.ts'
import { isLeaving } from '../kernel/api/acting.ts'
import { useOtherCompany } from '../kernel/api/expected-company.ts'
import { PageNotice } from '../ui/page-notice.tsx'
import { PlainButton } from '../ui/plain-button.tsx'

/** Says over the open page that its tab's session belongs to another company by now: nothing it does would be done here. */
export const CompanyChanged = () =>
  useOtherCompany(({ other }) => other) &&
  !isLeaving() && (
    <PageNotice
      title="企业已改变"
      actions={
        <PlainButton kind="primary" onClick={() => location.reload()}>
          重新加载
        </PlainButton>
      }
    >
      {otherCompany.msg}。刚才的操作没有执行，页面内容仍然保留，您可以先复制没有保存的文字。
    </PageNotice>
  )
