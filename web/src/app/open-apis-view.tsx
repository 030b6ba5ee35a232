import { SigningKeysButton } from '../features/open/oidc/signing-keys-button.tsx'
import { OpenApisPage } from '../features/open/open-apis/open-apis-page.tsx'

/** Open APIs, with the keys that sign what OpenID Connect issues. */
export const OpenApisView = () => <OpenApisPage tools={<SigningKeysButton />} />
