export { createKeyVault, type Encryption, type KeyVault, type KeyVaultDeps } from './key-vault'
