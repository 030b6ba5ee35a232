import type { Enterprise, EnterpriseWrite } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { enterpriseLabels, enterpriseReads } from './own-enterprise-words.ts'

/** Changes the data of the user's company. */
export const OwnEnterpriseForm = ({ enterprise, onClosed }: { enterprise: Enterprise; onClosed: () => void }) => {
  const { name, creditCode, legal, contact, phone, address, version, state } = enterprise
  return (
    <WriteForm
      title={t('修改公司资料')}
      act={t('保存')}
      endpoint={enterprisesContract.updateEnt}
      labels={enterpriseLabels}
      initial={{ name, creditCode, legal, contact, phone, address, version }}
      invalidates={enterpriseReads}
      onClosed={onClosed}
    >
      {state === 'recognized' && <Note>{t('修改公司名称、统一社会信用代码或法定代表人后，须重新申请认证。')}</Note>}
      <TextField<EnterpriseWrite> name="name" maxLength={100} />
      <TextField<EnterpriseWrite> name="creditCode" maxLength={18} placeholder={t('18 位，与营业执照一致')} />
      <TextField<EnterpriseWrite> name="legal" maxLength={30} />
      <TextField<EnterpriseWrite> name="contact" maxLength={30} />
      <TextField<EnterpriseWrite> name="phone" maxLength={20} />
      <TextAreaField<EnterpriseWrite> name="address" maxLength={200} />
    </WriteForm>
  )
}
