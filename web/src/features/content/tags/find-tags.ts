import { tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { findOptions } from '../../../kernel/forms/find-options.ts'

/** Finds tags of the company while the user types. */
export const findTags = findOptions(tagsContract.options)
