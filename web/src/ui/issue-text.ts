import { t } from './texts.ts'

/** What the contract says about a wrong value; undefined without an issue. */
export const issueText = (issue: { message: string } | undefined): string | undefined => issue && t(issue.message)
