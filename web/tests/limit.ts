// SPDX-License-Identifier: Apache-2.0
/**
 * Milliseconds after which a test, or something that it waits for, counts as hanging. Tests wait for events; no time is
 * part of what they check, and a slow or busy machine stays far below this.
 */
export const limit = 300_000;
