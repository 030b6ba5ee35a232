import { findPersonContract } from '@atrium/contract/features/people/find-person/find-person.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { findPerson } from './find-person.service.ts'

/** Finding a person across companies, for the operator. */
export const findPersonFeature = {
  routes: implement(findPersonContract, {
    across: (scope, body) => findPerson(scope, body.contact),
  }),
}
