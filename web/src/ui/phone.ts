// SPDX-License-Identifier: Apache-2.0
// Screens as narrow as a phone's: what style/narrow.css asks for.
export const phone = (): MediaQueryList => matchMedia('(max-width: 720px)');
