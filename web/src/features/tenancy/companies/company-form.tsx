import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { CompanyEditForm } from './company-edit-form.tsx'
import type { CompanySummary } from './company-summary.ts'
import { CompanyWizard } from './company-wizard.tsx'

/** Wizard to add a company, or form to edit one. */
export const CompanyForm = ({ row, ...rest }: ListFormProps<CompanySummary>) =>
  row ? <CompanyEditForm row={row} {...rest} /> : <CompanyWizard {...rest} />
