// SPDX-License-Identifier: MIT
// In the place of a file that a build does without: there is none.
export default '';
