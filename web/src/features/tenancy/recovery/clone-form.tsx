import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { recoveryContract, type TrialClone } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { NumberField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'

const usualDays = 30
type CloneFormProps = { companyId: string; comparisonId: string; companyName: string; onClosed: () => void }

/** Makes a trial company from the archive of a comparison. */
export const CloneForm = ({ companyId, comparisonId, companyName, onClosed }: CloneFormProps) => (
  <WriteForm
    title={t('克隆“{companyName}”为试用公司', { companyName })}
    act={t('克隆')}
    endpoint={recoveryContract.clone}
    params={{ id: companyId, comparisonId }}
    labels={{ name: t('公司名称'), days: t('试用天数'), account: t('管理员账号'), adminName: t('管理员姓名') }}
    initial={{ name: '', days: usualDays, account: '', adminName: '' }}
    invalidates={[ownJobsContract.recentJobs]}
    onDone={() => toast.success(t('已开始克隆，可在右上角“任务”中查看进度'))}
    onClosed={onClosed}
  >
    <Note tone="warn">
      {t(
        '克隆公司、组织、岗位、角色、用户、字典和密码策略；姓名、账号、手机号、邮箱、地址和备注等个人信息均不带入。除管理员外无人可以登录，管理员密码请在公司管理中重置。',
      )}
    </Note>
    <TextField<TrialClone> name="name" maxLength={100} />
    <NumberField<TrialClone> name="days" help={t('1 到 90 天，到期后仅管理员可登录查看')} />
    <TextField<TrialClone> name="account" maxLength={30} />
    <TextField<TrialClone> name="adminName" maxLength={30} />
  </WriteForm>
)
