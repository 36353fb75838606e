import { canary } from './canary';
import type { ApiContract } from './contract';
import { v2 } from './v2';
import { v3 } from './v3';
import { v5 } from './v5';
import type { ApiVersion } from './versions';

/** The contracts by the names of their versions. */
export const contracts: Readonly<Record<ApiVersion, ApiContract>> = { v2, v3, v5, canary };
